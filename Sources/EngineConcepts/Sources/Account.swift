/// A sign-in at one server, shared by the sources that read through it and by the actions that it sends. Says who and
/// where, and never holds a secret.
public struct Account: Hashable, Sendable, Identifiable {
    /// The identity, unique among the accounts: the handle without its first `@`.
    public var id: String
    public var kind: AccountKind
    /// The origin of the server: scheme, host and port, without a slash at the end.
    public var server: String
    /// The full handle, such as `@ann@example.social`.
    public var handle: String
    /// The place of the token, or `nil` while the account is signed out.
    public var access: SourceAccess?

    public init(id: String, kind: AccountKind, server: String, handle: String, access: SourceAccess? = nil) {
        self.id = id
        self.kind = kind
        self.server = server
        self.handle = handle
        self.access = access
    }
}

/// The identity of a kind of account: the interface that its server offers.
public struct AccountKind: TextIdentity {
    /// The name in lower case.
    public let rawValue: String

    public init(_ rawValue: String) { self.rawValue = rawValue }
}
