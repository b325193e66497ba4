/// An action of an account that concerns no ticket and no person.
public enum AccountAction: Hashable, Sendable, Codable {
    /// Publish a post.
    case post(PostDraft)
    /// Report posts of a person to the moderators.
    case report(PostReport)

    /// The kind of an action. Accounts list the kinds that they support.
    public enum Kind: String, Hashable, Sendable, Codable, CaseIterable {
        case post
        case report
    }

    public var kind: Kind {
        switch self {
        case .post: .post
        case .report: .report
        }
    }
}

/// A report to the moderators of the account's server.
public struct PostReport: Hashable, Sendable, Codable {
    /// The server's identity of the person.
    public var person: String
    /// The server's identities of the posts.
    public var posts: [String]
    /// A comment for the moderators, or `nil` for none.
    public var comment: String?

    public init(person: String, posts: [String], comment: String? = nil) {
        self.person = person
        self.posts = posts
        self.comment = comment
    }
}
