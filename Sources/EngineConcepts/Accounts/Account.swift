/// A sign-in at one server, used by the sources that read through it and the actions that it sends. Never holds a secret.
public struct Account: Hashable, Sendable, Identifiable {
    /// The handle without its first `@`, unique among the accounts. The engine's ``AccountID`` has the kind before it.
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
