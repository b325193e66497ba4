import FeedParsing

/// The tokens of a sign-in or a renewal, for a person who has agreed (RFC 6749 §5.1).
struct OAuthTokens: LenientObject, Sendable {
    let access: String
    /// The next refresh token, or `nil` if the previous one stays.
    let refresh: String?
    /// The person who agreed.
    let subject: DID
    /// True if the person gave the whole permission.
    let isComplete: Bool

    init(_ members: JSONMembers) throws {
        guard let access = members.line("access_token"), !access.contains(" "),
            members.line("token_type")?.lowercased() == "dpop"
        else { throw members.missing("access_token") }
        guard let subject = members.line("sub").flatMap({ DID($0) }) else { throw members.missing("sub") }
        self.access = access
        self.subject = subject
        refresh = members.line("refresh_token").flatMap { $0.contains(" ") ? nil : $0 }
        let scopes = Set((members.line("scope") ?? "").split(separator: " ").map(String.init))
        isComplete = scopes.isSuperset(of: OAuthClient.scopes)
    }
}
