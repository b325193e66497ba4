public import EngineConcepts

/// An account, as the list of accounts shows it.
public nonisolated struct AccountDescription: Hashable, Sendable, Identifiable {
    /// Its identity: the handle without its first @.
    public var id: String
    public var handle: String
    /// The name of its kind, such as `Mastodon`.
    public var kind: String
    /// The origin of its server.
    public var server: String
    /// True if the account has a token.
    public var isSignedIn: Bool

    public init(id: String, handle: String, kind: String, server: String, isSignedIn: Bool = true) {
        self.id = id
        self.handle = handle
        self.kind = kind
        self.server = server
        self.isSignedIn = isSignedIn
    }
}

/// A sign-in that waits until the user agrees on a page of the server. No code or token leaves it.
public protocol PendingSignIn: Sendable {
    /// The address of the page. It contains no secret.
    nonisolated var address: String { get }

    /// True if the user makes a password on the page and types it here; false if the page brings an answer.
    nonisolated var asksForPassword: Bool { get }

    /// Waits for the answer of the browser, or for a pasted one, and adds the account. Throws `CancellationError` after
    /// ``cancel()``.
    nonisolated func account() async throws -> AccountDescription

    /// Takes the address to which the server has sent a browser on another machine, or the password. Returns false if
    /// the address belongs to another sign-in or to none.
    nonisolated func take(_ pasted: String) -> Bool

    /// Ends the waiting.
    nonisolated func cancel()
}

/// Manages the accounts.
public protocol AccountManaging: Sendable {
    /// Returns the accounts in the user's order.
    nonisolated func accounts() async throws -> [AccountDescription]

    /// Returns the sources that are read with an account.
    nonisolated func sources(of account: String) async throws -> [SupplierID]

    /// Finds the server that `name` means (a host, a handle, or the identity of an account), and asks it for a sign-in.
    nonisolated func beginSignIn(at name: String) async throws -> any PendingSignIn

    /// Asks the server who the account is. Returns the name and the version of the server's software.
    nonisolated func check(_ account: String) async throws -> String

    /// Signs out and removes an account. Its sources stay. Returns a warning if the server did not forget the token.
    nonisolated func remove(_ account: String) async throws -> Message?

    /// Returns the addresses of the timelines that people usually follow with an account.
    nonisolated func usualTimelines(of account: String) -> [String]
}
