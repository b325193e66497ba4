public import EngineConcepts
import Synchronization

/// A store as seen by one process. When the process crashes, before or after a commit, later calls no longer reach
/// the store and fail.
public final class ProcessStore: TrackStore {
    /// The moment of a crash.
    public enum Crash: Sendable {
        case beforeCommit
        case afterCommit
    }

    /// The error after a crash.
    public struct Crashed: Error {}

    private struct State {
        var hasCrashed = false
        /// The planned crash, and the number of commits until then.
        var plan: (crash: Crash, commits: Int)?
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
    public func plan(_ crash: Crash, atCommit commits: Int) {
        state.withLock { $0.plan = (crash, commits) }
    }

    /// Crashes now, unless it already has.
    public func crash() {
        state.withLock { $0.hasCrashed = true }
    }

    private func open() throws -> any TrackStore {
        guard !state.withLock(\.hasCrashed) else { throw Crashed() }
        return store
    }

    public func commit(_ commit: TrackCommit) async throws -> TrackVersion {
        await beforeCommit?()
        let crash: Crash? = state.withLock { state in
            state.plan?.commits -= 1
            guard let plan = state.plan, plan.commits == 0 else { return nil }
            state.hasCrashed = plan.crash == .beforeCommit
            return plan.crash
        }
        let version = try await open().commit(commit)
        if crash == .afterCommit {
            self.crash()
            throw Crashed()
        }
        return version
    }

    /// Reads the record. As in a database, the reading of a cancelled task is interrupted.
    public func record() async throws -> TrackRecord {
        try Task.checkCancellation()
        return try await open().record()
    }

    public func knownItems(_ items: [String], of supplier: SupplierID) async throws -> [String: KnownItem] {
        let known = try await open().knownItems(items, of: supplier)
        await afterLookup?()
        return known
    }

    public func knownItemsBesideTrack(_ items: [String], of supplier: SupplierID) async throws -> [String: KnownItem] {
        try await open().knownItemsBesideTrack(items, of: supplier)
    }

    public func storeBesideTrack(_ entries: [TrackCommit.Entry]) async throws {
        try await open().storeBesideTrack(entries)
    }

    public func removeBesideTrack(
        olderThan time: Timestamp, keeping kept: Set<TicketID>, limit: Int
    ) async throws -> Int {
        try await open().removeBesideTrack(olderThan: time, keeping: kept, limit: limit)
    }

    public func copies(ofPost uri: String) async throws -> [TicketID] {
        try await open().copies(ofPost: uri)
    }

    public func keys(
        of suppliers: Set<SupplierID>, in timeframe: Timeframe, towards direction: ReadDirection, limit: Int
    ) async throws -> [OrderKey] {
        try await open().keys(of: suppliers, in: timeframe, towards: direction, limit: limit)
    }

    public func knownKeys(of supplier: SupplierID, in timeframe: Timeframe, limit: Int) async throws -> [OrderKey] {
        try await open().knownKeys(of: supplier, in: timeframe, limit: limit)
    }

    public func removable(
        by retention: Retention, keeping kept: Set<TicketID>, limit: Int
    ) async throws -> [OrderKey] {
        try await open().removable(by: retention, keeping: kept, limit: limit)
    }

    public func removableCounts(by retention: Retention) async throws -> [SupplierID: Int] {
        try await open().removableCounts(by: retention)
    }

    public func neighbour(of place: TrackPlace, towards direction: ReadDirection) async throws -> OrderKey? {
        try await open().neighbour(of: place, towards: direction)
    }

    public func window(_ request: WindowRequest) async throws -> TrackWindow {
        try await open().window(request)
    }

    public func entry(_ id: TicketID) async throws -> TrackEntry? { try await open().entry(id) }

    public func counts(in view: TrackView) async throws -> TrackCounts { try await open().counts(in: view) }

    public func labelCounts(in view: TrackView) async throws -> [LabelID: TrackCounts] {
        try await open().labelCounts(in: view)
    }

    public func supplierCounts(in view: TrackView) async throws -> [SupplierID: TrackCounts] {
        try await open().supplierCounts(in: view)
    }

    public func withheld(in timeframe: Timeframe, of view: TrackView, upTo limit: Int) async throws -> Int {
        try await open().withheld(in: timeframe, of: view, upTo: limit)
    }

    public var classifier: (any TicketClassifier)? {
        get async { await store.classifier }
    }

    public func count(
        seenIn view: TrackView, of suppliers: Set<SupplierID>, in timeframe: Timeframe, upTo limit: Int
    ) async throws -> Int {
        try await open().count(seenIn: view, of: suppliers, in: timeframe, upTo: limit)
    }

    public func find(
        _ condition: SeekCondition, from place: TrackPlace, towards direction: ReadDirection, in view: TrackView
    ) async throws -> TrackPlace? {
        try await open().find(condition, from: place, towards: direction, in: view)
    }
}
