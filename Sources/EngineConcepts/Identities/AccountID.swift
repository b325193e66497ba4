/// The identity of an account, a sign-in at one server. Readable in a log, such as `mastodon:ann@example.social`.
public struct AccountID: TextIdentity {
    public let rawValue: String

    public init(_ rawValue: String) { self.rawValue = rawValue }
}
