import EngineConcepts

extension OutlineRequest {
    /// Returns the post whose thread is requested: that of the gap, or else `post`.
    func post(insteadOf post: String) -> String {
        switch gap?.position {
        case .above(let post), .below(let post), .replies(let post): post
        case .newest, nil: post
        }
    }

    /// The gap among the replies to a post that is requested, or `nil`. A server leaves out the same replies each time.
    var filledReplies: OutlineGap.Position? {
        if case .replies = gap?.position { gap?.position } else { nil }
    }
}

extension OutlineGap {
    /// Returns the gaps where replies are missing by the counts of the posts.
    static func missingReplies(in posts: [(id: String, parent: String?, replies: Int?)]) -> [OutlineGap] {
        var loaded: [String: Int] = [:]
        for case let parent? in posts.map(\.parent) { loaded[parent, default: 0] += 1 }
        return posts.compactMap { post in
            let missing = (post.replies ?? 0).subtracting(saturating: loaded[post.id, default: 0])
            return missing > 0 ? OutlineGap(.replies(to: post.id), count: missing) : nil
        }
    }
}
