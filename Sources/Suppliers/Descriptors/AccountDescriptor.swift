public import EngineConcepts

/// The descriptor of a kind of account: how its servers are recognised and how people sign in.
///
/// A new kind is a type and one line in ``AccountCatalog/standard``. Its timelines are a ``SourceDescriptor``.
public protocol AccountDescriptor: Sendable {
    /// The identity of the kind.
    var kind: AccountKind { get }
    /// The name on the screen.
    var name: String { get }
    /// True if people can sign in with a password, which Fiber exchanges for a session.
    var takesPasswords: Bool { get }

    /// Returns the server that `text` means, a host, an address or a handle. Throws if there is none of this kind.
    func server(
        named text: String, _ dependencies: SupplierDependencies, now: Timestamp
    ) async throws(SupplierError) -> AccountServer

    /// Begins a sign-in: introduces Fiber to the server and returns the address at which the person agrees, or makes a
    /// password.
    func beginSignIn(
        at server: AccountServer, _ terms: SignInTerms, _ dependencies: SupplierDependencies, now: Timestamp
    ) async throws(SupplierError) -> SignIn

    /// Exchanges the code or the password that the person got for a token.
    func complete(
        _ signIn: SignIn, with answer: SignInAnswer, _ dependencies: SupplierDependencies, now: Timestamp
    ) async throws(SupplierError) -> SignInGrant

    /// Returns the token to store for a secret that the person already has: an access token, or a password.
    func token(
        forSecret secret: String, at server: AccountServer, _ dependencies: SupplierDependencies, now: Timestamp
    ) async throws(SupplierError) -> String

    /// Returns the account that `access` opens at a server.
    func account(
        at server: AccountServer, with access: SourceAccess, _ dependencies: SupplierDependencies, now: Timestamp
    ) async throws(SupplierError) -> Account

    /// Returns the client of an account.
    func client(of account: Account, _ dependencies: SupplierDependencies) -> any AccountClient

    /// Revokes the token, as far as the server allows that.
    ///
    /// - Parameter application: The client's identity and secret, ``SignIn/application``.
    func signOut(
        _ account: Account, application: String, token: String, _ dependencies: SupplierDependencies, now: Timestamp
    ) async throws(SupplierError)
}

extension AccountDescriptor {
    /// Always `false`: people agree on a page in the browser.
    public var takesPasswords: Bool { false }

    /// Returns the secret itself.
    public func token(
        forSecret secret: String, at server: AccountServer, _ dependencies: SupplierDependencies, now: Timestamp
    ) async throws(SupplierError) -> String { secret }
}
