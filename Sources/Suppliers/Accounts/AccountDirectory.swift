public import EngineConcepts
import Synchronization
import WebText

/// The accounts of the user, and what suppliers of one account share. One instance serves the whole program.
public final class AccountDirectory: Sendable {
    private struct State {
        var accounts: [Account] = []
        var sessions: [String: AccountSession] = [:]
        /// Where what is known of the servers is kept, or `nil` to keep it in memory only.
        var store: (any SettingStore)?
    }

    private let state: Mutex<State>

    /// Creates a directory of these accounts.
    public init(_ accounts: [Account] = []) {
        state = Mutex(State(accounts: accounts))
    }

    /// The accounts in the user's order.
    public var accounts: [Account] { state.withLock(\.accounts) }

    /// Replaces the accounts. Sessions of accounts that changed or went away are forgotten.
    public func replace(by accounts: [Account]) {
        state.withLock { state in
            guard state.accounts != accounts else { return }
            for former in state.accounts where !accounts.contains(former) { state.sessions[former.id] = nil }
            state.accounts = accounts
        }
    }

    /// Keeps what becomes known of the accounts' servers in `store`, and restores what is there.
    public func remember(in store: any SettingStore) async throws {
        state.withLock { $0.store = store }
        try await restore()
    }

    /// Restores what is known of the servers of accounts that are new here.
    public func restore() async throws {
        guard let store = state.withLock(\.store) else { return }
        for account in accounts {
            try await session(of: account.id).restore(from: ServerMemoryPlace(of: account.id, in: store))
        }
    }

    /// Notes what the server of an account says about itself.
    public func note(_ server: AccountServer, of account: String) async throws {
        let session = session(of: account)
        var known =
            session.server ?? ServerMemory.Server(software: server.software, version: server.version)
        known.software = server.software
        known.version = server.version
        try await session.note(known)
    }

    /// Forgets what is known of the server of an account, as after its removal.
    public func forget(_ account: String) async throws {
        guard let store = state.withLock(\.store) else { return }
        try await ServerMemoryPlace(of: account, in: store).write(ServerMemory())
    }

    /// Returns the account of this identity.
    public func account(_ id: String) -> Account? {
        state.withLock { $0.accounts.first { $0.id == id } }
    }

    /// Returns the account that `text` means: by identity, handle, server or user name. An empty text means the only
    /// account. Returns `nil` if there is none or several could be meant.
    ///
    /// - Parameter kind: The kind of account, or `nil` for any.
    public func account(meantBy text: String, kind: AccountKind? = nil) -> Account? {
        let known = accounts.filter { kind == nil || $0.kind == kind }
        let text = text.lowercased()
        if text.isEmpty { return known.count == 1 ? known[0] : nil }
        let bare = text.hasPrefix("@") ? String(text.dropFirst()) : text
        if let exact = known.first(where: { $0.id.lowercased() == bare || $0.handle.lowercased() == "@\(bare)" }) {
            return exact
        }
        let near = known.filter { account in
            WebAddress.endpoint(of: account.server) == bare
                || account.id.lowercased().split(separator: "@").first == bare[...]
        }
        return near.count == 1 ? near[0] : nil
    }

    /// Returns what the suppliers at `place` share: an account's identity, or a server's origin.
    func session(of place: String) -> AccountSession {
        state.withLock { state in
            if let session = state.sessions[place] { return session }
            let session = AccountSession()
            state.sessions[place] = session
            return session
        }
    }
}

/// The state that the suppliers of one account share: its authorisation, its rate budget, and what is known of its
/// server, which is kept over restarts.
final class AccountSession: Sendable {
    private struct State {
        var openPools = 0
        var refusal: SupplierError?
        var requestsLeft: Int?
        var resetsAt: Timestamp?
        var memory = ServerMemory()
        var place: ServerMemoryPlace?
        var streamingSite: String?
        var refusesStreams = false
        var lacksGroups = false
        var home: SupplierID?
        var notifications: SupplierID?
        var parts: [ObjectIdentifier: any Sendable] = [:]
    }

    /// The connections on which the server pushes what appears.
    let channels = SharedChannels()

    private let state = Mutex(State())

    /// Begins a fill. Throws if the server has refused the account in this fill.
    func begin() throws(SupplierError) {
        let refusal = state.withLock { state in
            state.openPools += 1
            return state.refusal
        }
        if let refusal { throw refusal }
    }

    /// Ends a fill. The next one asks the server again, since the user may have signed in.
    func end() {
        state.withLock { state in
            state.openPools = max(0, state.openPools - 1)
            if state.openPools == 0 { state.refusal = nil }
        }
    }

    /// The error with which the server refused the account in the present fill, or `nil`.
    var refusal: SupplierError? { state.withLock(\.refusal) }

    /// Notes that the server refused the account, so that its other suppliers do not ask in vain.
    func noteRefusal(_ error: SupplierError) {
        state.withLock { state in
            if state.openPools > 0 { state.refusal = error }
        }
    }

    /// Notes the rate budget that the server reported.
    func note(requestsLeft: Int?, resetsAt: Timestamp?) {
        guard let requestsLeft else { return }
        state.withLock { state in
            state.requestsLeft = requestsLeft
            state.resetsAt = resetsAt
        }
    }

    /// Returns the time until which the budget is used up, or `nil` if a request may be sent.
    func limitedUntil(now: Timestamp) -> Timestamp? {
        state.withLock { state in
            guard state.requestsLeft == 0, let resets = state.resetsAt, resets > now else { return nil }
            return resets
        }
    }

    /// The name of the form of the server's identifiers, or `nil` before the first.
    var format: String? {
        get { state.withLock(\.memory.format) }
        set { state.withLock { $0.memory.format = newValue } }
    }

    /// Notes the form of the server's identifiers.
    func note(format: String) async {
        guard self.format != format else { return }
        self.format = format
        do {
            try await save()
        } catch {
            // The next process learns it from its first page.
        }
    }

    /// The server's last description of itself, or `nil` before the first.
    var server: ServerMemory.Server? { state.withLock(\.memory.server) }

    /// Notes the server's description of itself.
    func note(_ server: ServerMemory.Server) async throws {
        let isNew = state.withLock { state in
            defer { state.memory.server = server }
            return state.memory.server != server
        }
        if isNew { try await save() }
    }

    /// The origin at which the server offers its streams, or `nil` if it was not asked yet.
    var streamingSite: String? {
        get { state.withLock(\.streamingSite) }
        set { state.withLock { $0.streamingSite = newValue } }
    }

    /// True if the server offers no streams, so that its timelines are only polled.
    var refusesStreams: Bool {
        get { state.withLock(\.refusesStreams) }
        set { state.withLock { $0.refusesStreams = newValue } }
    }

    /// True if the server does not group notifications.
    var lacksGroups: Bool {
        get { state.withLock(\.lacksGroups) }
        set { state.withLock { $0.lacksGroups = newValue } }
    }

    /// The supplier of the account's home timeline, or `nil` if it is not followed.
    var home: SupplierID? {
        get { state.withLock(\.home) }
        set { state.withLock { $0.home = newValue } }
    }

    /// The supplier of the account's notifications, or `nil` if they are not followed one by one.
    var notifications: SupplierID? {
        get { state.withLock(\.notifications) }
        set { state.withLock { $0.notifications = newValue } }
    }

    // MARK: Sending

    /// The knowledge of an action that creates a post, or `nil` before its first attempt.
    func sending(_ action: ActionID) -> ServerMemory.Sending? {
        state.withLock { $0.memory.sendings[action.rawValue] }
    }

    /// Changes what is known of an action that creates a post, and stores it.
    func change(
        _ action: ActionID, at now: Timestamp, _ change: @Sendable (inout ServerMemory.Sending) -> Void
    ) async throws {
        state.withLock { $0.memory.change(action, at: now, change) }
        try await save()
    }

    /// Returns what the suppliers of the account's network share beyond this, made on demand.
    func part<Part: Sendable>(_ make: () -> Part) -> Part {
        state.withLock { state in
            if let known = state.parts[ObjectIdentifier(Part.self)] as? Part { return known }
            let part = make()
            state.parts[ObjectIdentifier(Part.self)] = part
            return part
        }
    }

    /// Forgets an action that has ended.
    func forget(_ action: ActionID) async {
        guard state.withLock({ $0.memory.sendings.removeValue(forKey: action.rawValue) }) != nil else { return }
        do {
            try await save()
        } catch {
            // It is forgotten after a while.
        }
    }

    // MARK: Memory

    /// Restores what is stored, unless that was done before.
    func restore(from place: ServerMemoryPlace) async throws {
        guard state.withLock({ $0.place == nil }) else { return }
        let stored = try await place.read()
        state.withLock { state in
            guard state.place == nil else { return }
            let present = state.memory
            state.place = place
            state.memory = stored
            state.memory.server = present.server ?? stored.server
            state.memory.format = present.format ?? stored.format
            state.memory.sendings.merge(present.sendings) { _, present in present }
        }
    }

    /// Stores the memory. What changes meanwhile is stored by a further write, so that the last one counts.
    private func save() async throws {
        var written: ServerMemory?
        while true {
            let (place, memory) = state.withLock { ($0.place, $0.memory) }
            guard let place, memory != written else { return }
            try await place.write(memory)
            written = memory
        }
    }

    /// Forgets everything that was noted, as a new process does, and what is stored.
    func clearAll() {
        state.withLock { $0 = State() }
    }

    /// Forgets the budget and the refusal.
    func clear() {
        state.withLock {
            $0 = State(
                openPools: $0.openPools, memory: $0.memory, place: $0.place, home: $0.home,
                notifications: $0.notifications, parts: $0.parts)
        }
    }
}
