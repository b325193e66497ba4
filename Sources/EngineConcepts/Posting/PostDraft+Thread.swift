extension PostDraft {
    /// The text with the rest of the thread.
    public var wholeText: String { text + (continuation ?? []).joined() }

    /// The number of posts.
    public var postCount: Int { 1 + (continuation?.count ?? 0) }

    /// The draft before it was cut into a thread.
    public var joined: PostDraft {
        var draft = self
        draft.text = wholeText
        draft.continuation = nil
        return draft
    }

    /// Returns the next post of the thread: a reply to the post that this draft became, for the same people. Returns `nil`
    /// if there is none. Media, poll and quotation belong to the first post.
    ///
    /// - Parameter post: The post that this draft became.
    public func next(after post: Reference?) -> PostDraft? {
        guard let continuation, let first = continuation.first else { return nil }
        var draft = PostDraft(
            first.trimmed, visibility: visibility, contentWarning: contentWarning, language: language, inReplyTo: post)
        let rest = continuation.dropFirst()
        draft.continuation = rest.isEmpty ? nil : Array(rest)
        return draft
    }
}

extension PostRules {
    /// The largest number of posts of a thread.
    public static let maximumPosts = 25

    /// Returns a draft that is cut into a thread if its text is too long for one post, or `nil` if it cannot be cut: a link
    /// or a name alone is too long, there would be too many posts, or the post is scheduled, so that nothing can reply to it
    /// yet.
    ///
    /// The text is cut between paragraphs, otherwise between sentences, otherwise between words, as long as a post is at
    /// least half full. A word that is too long for a post is cut between characters, but links, names and hashtags are
    /// never cut.
    public func thread(of draft: PostDraft) -> PostDraft? {
        guard let maximumLength, length(of: draft) > maximumLength else { return draft }
        let maximumTextLength = maximumLength - length(of: draft.contentWarning ?? "")
        guard maximumTextLength > 0, draft.scheduled == nil,
            let parts = PostCutter(draft.text, rules: self, maximumLength: maximumTextLength).parts()
        else { return nil }
        var thread = draft
        thread.text = parts.first?.trimmed ?? ""
        thread.continuation = parts.count > 1 ? Array(parts.dropFirst()) : nil
        return thread
    }
}

extension String {
    /// The text without white space at its ends.
    fileprivate var trimmed: String {
        var rest = drop(while: \.isWhitespace)
        while rest.last?.isWhitespace == true { rest.removeLast() }
        return String(rest)
    }
}
