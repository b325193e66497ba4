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

/// Cuts a text into parts for posts.
private struct PostCutter {
    private let text: String
    private let units: [PostUnit]
    private let lengths: [Int]
    private let maximumLength: Int

    init(_ text: String, rules: PostRules, maximumLength: Int) {
        self.text = text
        units = PostUnit.units(of: text)
        lengths = units.map { rules.length(of: $0) }
        self.maximumLength = maximumLength
    }

    /// The kinds of places where a text can be cut.
    private enum Bound {
        case character, word, sentence, paragraph
    }

    /// Returns the parts, each with the white space before it, and the last one with that at the end.
    func parts() -> [String]? {
        var parts: [String] = []
        var start = 0
        while let begin = content(from: start) {
            guard parts.count < PostRules.maximumPosts, let end = end(from: begin) else { return nil }
            parts.append(units[start..<end].map { String($0.text) }.joined())
            start = end
        }
        let rest = units[start...].map { String($0.text) }.joined()
        return parts.isEmpty ? [rest] : Array(parts.dropLast()) + [parts[parts.count - 1] + rest]
    }

    /// Returns the first unit from `start` that is no white space, or `nil` if there is none.
    private func content(from start: Int) -> Int? {
        units[start...].firstIndex { !$0.isSpace }
    }

    /// Returns the end of the part that begins with the unit `begin`, or `nil` if none fits.
    private func end(from begin: Int) -> Int? {
        var length = 0
        var last: [Bound: (end: Int, length: Int)] = [:]
        for index in begin..<units.count {
            length += lengths[index]
            guard length <= maximumLength else { break }
            guard let bound = bound(after: index) else { continue }
            // Nothing but white space follows.
            guard content(from: index + 1) != nil else { return index + 1 }
            last[bound] = (index + 1, length)
        }
        for bound in [Bound.paragraph, .sentence] {
            if let cut = last[bound], cut.length * 2 >= maximumLength { return cut.end }
        }
        let spaces = [Bound.paragraph, .sentence, .word].compactMap { last[$0] }.max { $0.end < $1.end }
        guard let spaces else { return last[.character]?.end }
        guard spaces.length * 2 < maximumLength, let characters = last[.character], characters.end > spaces.end,
            !fitsNextWord(from: spaces.end)
        else { return spaces.end }
        return characters.end
    }

    /// Returns true if the word that follows fits into a part of its own.
    private func fitsNextWord(from end: Int) -> Bool {
        guard let begin = content(from: end) else { return true }
        var length = 0
        for index in begin..<units.count where length <= maximumLength {
            if units[index].isSpace { break }
            length += lengths[index]
        }
        return length <= maximumLength
    }

    /// Returns the kind of place behind a unit, or `nil` if the text is not cut there.
    private func bound(after index: Int) -> Bound? {
        guard !units[index].isSpace else { return nil }
        let next = index + 1
        guard next < units.count else { return .paragraph }
        if units[next].isSpace {
            let run = units[next...].prefix(while: \.isSpace)
            let lines = run.count { $0.text.allSatisfy(\.isNewline) }
            if lines >= 2 { return .paragraph }
            return lines == 1 || endsSentence(index) ? .sentence : .word
        }
        guard units[index].kind == .character, units[next].kind == .character, !beginsEntity(next) else { return nil }
        // Scripts without blanks between words have full stops of their own.
        return "。！？｡".contains(units[index].text) ? .sentence : .character
    }

    /// Returns true if a sentence ends with this unit.
    private func endsSentence(_ index: Int) -> Bool {
        var index = index
        while index > 0, units[index].kind == .character, "\"'”’»)]".contains(units[index].text) { index -= 1 }
        return units[index].kind == .character && ".!?…。！？".contains(units[index].text)
    }

    /// Returns true if a text that began with this unit could begin with a name, a hashtag or a link.
    private func beginsEntity(_ index: Int) -> Bool {
        let rest = text[units[index].text.startIndex...]
        return rest.hasPrefix("@") || rest.hasPrefix("#") || rest.prefix(4).lowercased() == "http"
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
