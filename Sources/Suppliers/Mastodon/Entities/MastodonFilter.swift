import FeedParsing

/// A filter of the account (`Filter`, version 2).
struct MastodonFilter: LenientObject, Hashable, Sendable {
    /// The effect on a post that matches.
    enum Action: String, Sendable {
        case warn, hide, blur
    }

    let id: String
    let title: String
    /// The contexts in which it applies: `home`, `notifications`, `public`, `thread`, `account`.
    let contexts: [String]
    let action: Action

    init(_ members: JSONMembers) throws {
        id = try members.requiredLine("id")
        title = members.line("title") ?? members.line("phrase") ?? id
        contexts = members.texts("context")
        // An action that this version does not know is treated as the one that hides nothing.
        action = members.line("filter_action").flatMap(Action.init) ?? .warn
    }
}
