public import EngineConcepts
import Synchronization
import WebText

/// The accounts of the user, and what suppliers of one account share. One instance serves the whole program.
public final class AccountDirectory: Sendable {
    private struct State {
        var accounts: [Account] = []
        var sessions: [String: AccountSession] = [:]
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

/// The state that the suppliers of one account share: its authorisation and its rate budget.
final class AccountSession: Sendable {
    private struct State {
        var openPools = 0
        var refusal: SupplierError?
        var requestsLeft: Int?
        var resetsAt: Timestamp?
        var format: String?
        var streamingSite: String?
        var refusesStreams = false
        var home: SupplierID?
        var uploads: [Upload: String] = [:]
        var parts: [ObjectIdentifier: any Sendable] = [:]
    }

    /// A medium of an action that was uploaded before the action was sent.
    struct Upload: Hashable {
        let action: ActionID
        /// The place of the medium among those of the action.
        let index: Int
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
        get { state.withLock(\.format) }
        set { state.withLock { $0.format = newValue } }
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

    /// The supplier of the account's home timeline, or `nil` if it is not followed.
    var home: SupplierID? {
        get { state.withLock(\.home) }
        set { state.withLock { $0.home = newValue } }
    }

    /// The server's identities of uploaded media, so that another attempt does not upload them again.
    func uploaded(_ upload: Upload) -> String? {
        state.withLock { $0.uploads[upload] }
    }

    func note(_ upload: Upload, as id: String) {
        state.withLock { $0.uploads[upload] = id }
    }

    /// Forgets the uploads of an action that has ended.
    func forgetUploads(of action: ActionID) {
        state.withLock { state in state.uploads = state.uploads.filter { $0.key.action != action } }
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

    /// Forgets everything that was noted, as a new process does.
    func clearAll() {
        state.withLock { $0 = State() }
    }

    /// Forgets the budget and the refusal.
    func clear() {
        state.withLock { state in
            state = State(
                openPools: state.openPools, format: state.format, home: state.home, uploads: state.uploads,
                parts: state.parts)
        }
    }
}
