public import EngineConcepts
import Synchronization
public import ViewModels

/// Accounts whose sign-ins the test answers.
public final class FakeAccounts: AccountManaging {
    private struct State {
        var accounts: [AccountDescription]
        var signIns: [FakeSignIn] = []
        var servers: [String] = []
    }

    private let state: Mutex<State>

    /// Makes accounts.
    public init(_ accounts: [AccountDescription] = []) { state = Mutex(State(accounts: accounts)) }

    /// The account of Ann.
    public static let ann = AccountDescription(
        id: "ann@kerb.example", handle: "@ann@kerb.example", kind: "Mastodon", server: "https://kerb.example")

    /// The sign-in that was begun last, or `nil` for none.
    public var signIn: FakeSignIn? { state.withLock(\.signIns.last) }
    /// The servers at which a sign-in was asked for.
    public var servers: [String] { state.withLock(\.servers) }

    public func accounts() async throws -> [AccountDescription] { state.withLock(\.accounts) }

    public func sources(of account: String) async throws -> [SupplierID] { ["mastodon:home", "mastodon:list"] }

    public func beginSignIn(at server: String) async throws -> any PendingSignIn {
        state.withLock { $0.servers.append(server) }
        guard server.contains(".") else { throw SupplierError(.unreachable, "Cannot find \(server).") }
        let signIn = FakeSignIn(asksForPassword: server.hasPrefix("sky.")) { [weak self] in
            self?.state.withLock { $0.accounts.append(Self.ann) }
        }
        state.withLock { $0.signIns.append(signIn) }
        return signIn
    }

    public func check(_ account: String) async throws -> String { "mastodon 4.5.0" }

    public func remove(_ account: String) async throws -> Message? {
        state.withLock { $0.accounts.removeAll { $0.id == account } }
        return nil
    }

    public func usualTimelines(of account: String) -> [String] {
        ["https://home/@\(account)", "https://notifications/@\(account)"]
    }
}

/// A sign-in that the test answers.
public final class FakeSignIn: PendingSignIn {
    public let address = "https://kerb.example/oauth/authorize?state=1"
    public let asksForPassword: Bool
    private let (answers, continuation) = AsyncStream<Bool>.makeStream()
    private let onAnswer: @Sendable () -> Void

    init(asksForPassword: Bool = false, onAnswer: @escaping @Sendable () -> Void) {
        self.asksForPassword = asksForPassword
        self.onAnswer = onAnswer
    }

    public func account() async throws -> AccountDescription {
        for await isAgreed in answers {
            guard isAgreed else { throw CancellationError() }
            onAnswer()
            return FakeAccounts.ann
        }
        throw SupplierError(.notAuthorised, .verbatim("The server refused the sign-in."))
    }

    /// Lets the server refuse the sign-in.
    public func fail() { continuation.finish() }

    /// Agrees in the browser.
    public func agree() { continuation.yield(true) }

    public func take(_ pasted: String) -> Bool {
        guard asksForPassword || pasted.contains("code=") else { return false }
        continuation.yield(true)
        return true
    }

    public func cancel() { continuation.yield(false) }
}
