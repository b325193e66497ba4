public import EngineConcepts
import Synchronization
import WebText

/// The accounts of the user, and what suppliers of one account share. One instance serves the whole program.
public final class AccountDirectory: Sendable {
    private struct State {
        var accounts: [Account] = []
        var sharedStates: [String: AccountSharedState] = [:]
        /// The store of the server memories, or `nil` to keep them in this process only.
        var store: (any SettingStore)?
    }

    private let state: Mutex<State>

    /// Creates a directory of these accounts.
    public init(_ accounts: [Account] = []) {
        state = Mutex(State(accounts: accounts))
    }

    /// The accounts in the user's order.
    public var accounts: [Account] { state.withLock(\.accounts) }

    /// Replaces the accounts. Forgets what the suppliers of changed and removed accounts share.
    public func replace(by accounts: [Account]) {
        state.withLock { state in
            guard state.accounts != accounts else { return }
            for account in state.accounts where !accounts.contains(account) { state.sharedStates[account.id] = nil }
            state.accounts = accounts
        }
    }

    /// Keeps the memories of the accounts' servers in `store`, and restores those that are there.
    public func remember(in store: any SettingStore) async throws {
        state.withLock { $0.store = store }
        try await restore()
    }

    /// Restores the memories of the servers of accounts that are new here.
    public func restore() async throws {
        guard let store = state.withLock(\.store) else { return }
        for account in accounts {
            try await sharedState(of: account.id).memory
                .restore(from: ServerMemoryStore(account: account.id, store: store))
        }
    }

    /// Records the software of the server of an account.
    public func record(_ server: AccountServer, of account: String) async throws {
        try await sharedState(of: account).memory
            .changeServer { known in
                var changed = known ?? ServerMemory.Server(software: server.software, version: server.version)
                (changed.software, changed.version) = (server.software, server.version)
                changed.apiVersion = server.apiVersion
                known = changed
            }
    }

    /// Deletes the stored memory of the server of an account, as after its removal.
    public func removeMemory(of account: String) async throws {
        guard let store = state.withLock(\.store) else { return }
        try await ServerMemoryStore(account: account, store: store).write(ServerMemory())
    }

    func account(_ id: String, kind: AccountKind) -> Account? {
        accounts.first { $0.id == id && $0.kind == kind }
    }

    /// Returns the account that `text` means: by identity, handle, server or user name. An empty text means the only
    /// account. Returns `nil` if there is none or several could be meant.
    ///
    /// - Parameter kind: The kind of account, or `nil` for any.
    public func account(meantBy text: String, kind: AccountKind? = nil) -> Account? {
        let known = accounts.filter { kind == nil || $0.kind == kind }
        let text = text.lowercased()
        if text.isEmpty { return known.count == 1 ? known[0] : nil }
        let bare = text.withoutAtSign
        if let exact = known.first(where: { $0.id.lowercased() == bare || $0.handle.lowercased() == "@\(bare)" }) {
            return exact
        }
        let near = known.filter { account in
            WebAddress.endpoint(of: account.server) == bare
                || account.id.lowercased().split(separator: "@").first == bare[...]
        }
        return near.count == 1 ? near[0] : nil
    }

    /// Removes the timelines of a removed supplier: without one, an account has no home timeline and no notifications.
    public func removeSupplier(_ supplier: SupplierID) {
        for shared in state.withLock({ Array($0.sharedStates.values) }) { shared.setTimeline(nil, of: supplier) }
    }

    /// Returns the error of an address whose account was not found.
    ///
    /// - Parameters:
    ///   - text: The text that should mean an account; empty if it is left out.
    ///   - kind: The kind of account that was looked for.
    func failure(toFind text: String, kind: AccountKind, in address: String) -> SupplierError {
        let known = accounts.filter { $0.kind == kind }.map { Message.Argument.text($0.id) }
        guard !known.isEmpty else { return .accountNeeded(address) }
        return SupplierError(
            .unsupported,
            Message(
                text.isEmpty ? "accountAmbiguous" : "accountNotFound", ["account": .text(text), "known": .list(known)]))
    }

    /// Returns what the suppliers of an account share, or those of a server that is asked without one.
    ///
    /// - Parameter name: The identity of the account, or any other name for the server.
    func sharedState(of name: String) -> AccountSharedState {
        state.withLock { state in
            if let known = state.sharedStates[name] { return known }
            let shared = AccountSharedState()
            state.sharedStates[name] = shared
            return shared
        }
    }
}
