public import EngineConcepts
import Synchronization

/// A store as seen by one process. When the process crashes, before or after a commit, later calls no longer reach
/// the store and fail.
public final class ProcessStore: TrackStore {
    /// The time of a crash.
    public enum Death: Sendable {
        case beforeCommit
        case afterCommit
    }

    /// The error after a crash.
    public struct Dead: Error {}

    private struct State {
        var isDead = false
        var plan: (death: Death, commits: Int)?
    }

    private let store: any TrackStore
    private let beforeCommit: (@Sendable () async -> Void)?
    private let afterLookup: (@Sendable () async -> Void)?
    private let state = Mutex(State())

    /// Creates the view of a process on `store`.
    ///
    /// - Parameters:
    ///   - beforeCommit: Runs before each commit and delays it.
    ///   - afterLookup: Runs after a lookup of items, before its result is returned.
    public init(
        _ store: any TrackStore, beforeCommit: (@Sendable () async -> Void)? = nil,
        afterLookup: (@Sendable () async -> Void)? = nil
    ) {
        self.store = store
        self.beforeCommit = beforeCommit
        self.afterLookup = afterLookup
    }

    /// Plans a crash at the `commits`th commit from now on.
    public func plan(_ death: Death, atCommit commits: Int) {
        state.withLock { $0.plan = (death, commits) }
    }

    /// Crashes now, unless it already has.
    public func die() {
        state.withLock { $0.isDead = true }
    }

    private func living() throws -> any TrackStore {
        guard !state.withLock(\.isDead) else { throw Dead() }
        return store
    }

    public func commit(_ commit: TrackCommit) async throws -> TrackVersion {
        await beforeCommit?()
        let death: Death? = state.withLock { state in
            state.plan?.commits -= 1
            guard let plan = state.plan, plan.commits == 0 else { return nil }
            state.isDead = plan.death == .beforeCommit
            return plan.death
        }
        let version = try await living().commit(commit)
        if death == .afterCommit {
            die()
            throw Dead()
        }
        return version
    }

    public func record() async throws -> TrackRecord {
        try await living().record()
    }

    public func known(_ items: [String], of supplier: SupplierID) async throws -> [String: KnownItem] {
        let known = try await living().known(items, of: supplier)
        await afterLookup?()
        return known
    }

    public func count(of suppliers: Set<SupplierID>, in timeframe: Timeframe, upTo limit: Int) async throws -> Int {
        try await living().count(of: suppliers, in: timeframe, upTo: limit)
    }

    public func keys(
        of suppliers: Set<SupplierID>, in timeframe: Timeframe, from side: FetchSide, limit: Int
    ) async throws -> [OrderKey] {
        try await living().keys(of: suppliers, in: timeframe, from: side, limit: limit)
    }

    public func neighbour(of place: TrackPlace, towards side: FetchSide) async throws -> OrderKey? {
        try await living().neighbour(of: place, towards: side)
    }

    public func window(_ request: WindowRequest) async throws -> TrackWindow {
        try await living().window(request)
    }

    public func entry(_ id: TicketID) async throws -> TrackEntry? {
        try await living().entry(id)
    }

    public func counts(in view: TrackView) async throws -> TrackCounts {
        try await living().counts(in: view)
    }

    public func labelCounts(in view: TrackView) async throws -> [LabelID: TrackCounts] {
        try await living().labelCounts(in: view)
    }

    public var classifier: (any TicketClassifier)? {
        get async { await store.classifier }
    }

    public func count(
        seenIn view: TrackView, of suppliers: Set<SupplierID>, in timeframe: Timeframe, upTo limit: Int
    ) async throws -> Int {
        try await living().count(seenIn: view, of: suppliers, in: timeframe, upTo: limit)
    }

    public func find(
        _ condition: SeekCondition, from place: TrackPlace, towards side: FetchSide, in view: TrackView
    ) async throws -> TrackPlace? {
        try await living().find(condition, from: place, towards: side, in: view)
    }
}
