/// An outline: posts beside the Track, in the order in which they are shown.
public enum PostOutline: Hashable, Sendable {
    /// A thread as a tree.
    case thread(ThreadTree)
    /// The posts of a person, newest first.
    case list(PostList)

    /// Returns the rows.
    ///
    /// - Parameter folded: The posts whose replies are left out.
    public func rows(folding folded: Set<String> = []) -> [PostRow] {
        switch self {
        case .thread(let tree): tree.rows(folding: folded)
        case .list(let list): list.rows
        }
    }

    /// The post that was opened, or `nil` for a list.
    public var focus: String? {
        if case .thread(let tree) = self { tree.focus } else { nil }
    }

    /// The number of loaded posts.
    public var count: Int {
        switch self {
        case .thread(let tree): tree.count
        case .list(let list): list.posts.count
        }
    }

    /// All loaded posts, in any order.
    public var posts: [SourcedPost] {
        switch self {
        case .thread(let tree): tree.all.map { SourcedPost(source: 0, item: $0) }
        case .list(let list): list.posts
        }
    }

    /// The posts of a person, or `nil` for a thread.
    public var list: PostList? {
        if case .list(let list) = self { list } else { nil }
    }
}

/// A loaded post of a thread or a list, and the number of its source.
public struct SourcedPost: Hashable, Sendable {
    public let source: Int
    public let item: SourceItem
}
