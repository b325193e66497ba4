import EngineConcepts

/// The words of the API for the visibility of posts.
extension PostDraft.Visibility {
    /// Creates the visibility of a post at the server, or `nil` for an unknown one.
    init?(mastodon word: String) {
        switch word {
        case "public": self = .everyone
        case "unlisted": self = .unlisted
        // GoToSocial's "mutuals_only" and Pleroma's "local" have no other counterpart that keeps a post from strangers.
        case "private", "mutuals_only", "local": self = .followers
        case "direct": self = .mentioned
        default: return nil
        }
    }

    var mastodonWord: String {
        switch self {
        case .everyone: "public"
        case .unlisted: "unlisted"
        case .followers: "private"
        case .mentioned: "direct"
        }
    }
}
