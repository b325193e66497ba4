public import EngineConcepts
import OrderedCollections
import Synchronization

/// The standard Control Unit. Suppliers can be added and removed by key at any time, from any thread; call
/// ``EngineConcepts/SupplierManaging/suppliersChanged()`` afterwards. A running fill keeps the suppliers with which it started.
public final class ModularControlUnit: ControlUnit, SourceFilterCounting {
    private struct Entry {
        let supplier: any Supplier
        var isPaused: Bool
        let presenter: (any Presenter)?
    }

    private struct State {
        /// The suppliers by key in the order of addition, which is also the order of setup and cleanup.
        var entries: OrderedDictionary<String, Entry> = [:]
        /// The suppliers of the running fill.
        var suppliersOfFill: [any Supplier] = []
        /// The suppliers whose setup for the running fill has begun.
        var suppliersToCleanUp: [any Supplier] = []
        /// The suppliers whose last setup timed out. They are set up last, so that the others do not wait for them.
        var timedOut: Set<SupplierID> = []
        /// The threshold of each supplier at its last setup.
        var thresholds: [SupplierID: Timestamp] = [:]
        var filtered = FilteredItems()
    }

    private let state = Mutex(State())
    private let setUpTimeout: Duration
    private let time: any TimeSource
    private let currentAccounts: @Sendable () -> [any AccountClient]

    /// Creates a Control Unit without suppliers.
    ///
    /// - Parameters:
    ///   - setUpTimeout: The timeout for setting up or cleaning up one supplier. A supplier that exceeds it is left out
    ///     of the fill, so that it does not block the others.
    ///   - time: The time source for the timeout: that of the engine.
    ///   - accounts: Returns the accounts that can act although no supplier reads through them.
    public init(
        setUpTimeout: Duration = .seconds(5), time: any TimeSource,
        accounts: @escaping @Sendable () -> [any AccountClient] = { [] }
    ) {
        self.setUpTimeout = setUpTimeout
        self.time = time
        currentAccounts = accounts
    }

    /// Creates a Control Unit with these suppliers. Their identities are the keys.
    public convenience init(
        _ suppliers: [any Supplier], time: any TimeSource,
        accounts: @escaping @Sendable () -> [any AccountClient] = { [] }
    ) {
        self.init(time: time, accounts: accounts)
        for supplier in suppliers { add(supplier, for: supplier.id.rawValue) }
    }

    /// Adds `supplier` under `key`, replacing any previous one in place.
    ///
    /// - Parameter presenter: The presenter in place of the supplier's own, or `nil`.
    public func add(
        _ supplier: any Supplier, for key: String, paused: Bool = false, presenter: (any Presenter)? = nil
    ) {
        let installed = Entry(supplier: supplier, isPaused: paused, presenter: presenter)
        state.withLock { $0.entries[key] = installed }
    }

    /// Removes and returns the supplier for this key.
    @discardableResult
    public func remove(_ key: String) -> (any Supplier)? {
        state.withLock { $0.entries.removeValue(forKey: key)?.supplier }
    }

    /// Returns the supplier under this key, or `nil` if there is none.
    public func supplier(for key: String) -> (any Supplier)? {
        state.withLock { $0.entries[key]?.supplier }
    }

    /// Pauses or resumes a supplier. A paused one stays in the Track with all its tickets and is asked only by refreshes that
    /// include it explicitly.
    public func setPaused(_ paused: Bool, for key: String) {
        state.withLock { $0.entries[key]?.isPaused = paused }
    }

    /// The oldest threshold of all suppliers at their last setup, or `nil` if one of them has none.
    public var suppliersTimeThreshold: Timestamp? {
        get async {
            let suppliers = self.suppliers
            let thresholds = state.withLock(\.thresholds)
            let known = suppliers.compactMap { thresholds[$0.id] }
            return known.count == suppliers.count ? known.min() : nil
        }
    }

    /// All suppliers in order of addition, including paused ones.
    public var suppliers: [any Supplier] { installed { _ in true } }

    /// The suppliers that are not paused.
    public var unpausedSuppliers: [any Supplier] {
        get async { installed { !$0.isPaused } }
    }

    /// The presenters with which suppliers were added.
    public var chosenPresenters: [SupplierID: any Presenter] {
        get async {
            state.withLock { state in
                state.entries.values.reduce(into: [:]) { $0[$1.supplier.id] = $1.presenter }
            }
        }
    }

    /// The accounts at this moment.
    public var accounts: [any AccountClient] {
        get async { currentAccounts() }
    }

    /// Sets up these suppliers one after another, paused ones only if `includingPaused` is true. Those that timed out last
    /// time come last. Returns the errors of those whose setup failed.
    public func prepareForNewPool(
        settingUp suppliers: Set<SupplierID>, includingPaused: Bool
    ) async -> [SupplierID: SupplierError] {
        let all = installed { !$0.isPaused || includingPaused && suppliers.contains($0.supplier.id) }
        let concerned = all.filter { suppliers.contains($0.id) }
        let timedOut = state.withLock { state in
            state.suppliersOfFill = all
            return state.timedOut
        }
        var failures: [SupplierID: SupplierError] = [:]
        let ordered = concerned.filter { !timedOut.contains($0.id) } + concerned.filter { timedOut.contains($0.id) }
        for supplier in ordered {
            if Task.isCancelled {
                failures[supplier.id] = SupplierError(
                    .cancelled, Message("setUpSkipped", ["source": .text(supplier.name)]))
            } else {
                state.withLock { $0.suppliersToCleanUp.append(supplier) }
                failures[supplier.id] = await setUp(supplier)
            }
        }
        return failures
    }

    private func setUp(_ supplier: any Supplier) async -> SupplierError? {
        let outcome = await Timeout.result(within: setUpTimeout, by: time) {
            () async throws(SupplierError) -> Timestamp? in
            try await supplier.poolSetup()
            return await supplier.timeThreshold
        }
        state.withLock { state in
            if case .success(let threshold) = outcome { state.thresholds[supplier.id] = threshold }
            if outcome == nil { state.timedOut.insert(supplier.id) } else { state.timedOut.remove(supplier.id) }
        }
        return switch outcome {
        case .success: nil
        case .failure(let error): error
        case nil:
            SupplierError(
                .timedOut,
                Message("setUpTimedOut", ["source": .text(supplier.name), "duration": .duration(setUpTimeout)]))
        }
    }

    /// Returns the suppliers of the running fill, except those whose threshold is above the timeframe.
    public func suppliers(covering timeframe: Timeframe) async -> [any Supplier] {
        state.withLock { state in
            state.suppliersOfFill.filter { supplier in
                state.thresholds[supplier.id].map { $0 < timeframe.start } ?? true
            }
        }
    }

    /// Counts the items for ``filteredAtSource``.
    public func record(filtered: [SupplierID: [FilteredAtSource]]) async {
        state.withLock { $0.filtered.add(filtered) }
    }

    /// The number of items that sources have filtered out, by source and rule: since this Control Unit was made, and
    /// before, if that was restored.
    public var filteredAtSource: [SupplierID: [String: Int]] { state.withLock(\.filtered.counts) }

    /// Adds the counts of an earlier run to ``filteredAtSource``.
    ///
    /// - Parameter text: What ``storedFilteredAtSource()`` returned. Other text is ignored.
    public func restoreFilteredAtSource(_ text: String) {
        state.withLock { $0.filtered.restore(text) }
    }

    /// Returns the counts as text, or `nil` if they have not changed since the last call.
    public func storedFilteredAtSource() throws -> String? {
        try state.withLock { state in
            guard state.filtered.isChanged else { return nil }
            return try state.filtered.stored()
        }
    }

    /// Cleans up the suppliers that were set up, one after another.
    public func cleanupAfterPool() async {
        let suppliers = state.withLock { state in
            defer { (state.suppliersOfFill, state.suppliersToCleanUp) = ([], []) }
            return state.suppliersToCleanUp
        }
        await inTurn(suppliers) { await $0.poolCleanup() }
    }

    /// Makes these suppliers, or all, discard their state in memory, one after another.
    public func restartSuppliers(_ suppliers: Set<SupplierID>?) async {
        let restarted = self.suppliers.filter { suppliers?.contains($0.id) ?? true }
        await inTurn(restarted) { await $0.clearCurrentData() }
    }

    /// Calls one supplier after another. When the time limit for a single one has passed, calls the rest
    /// concurrently, so that the total is at most twice that limit.
    private func inTurn(_ suppliers: [any Supplier], _ call: @escaping @Sendable (any Supplier) async -> Void) async {
        let (end, limit, time) = (time.now().advanced(by: setUpTimeout), setUpTimeout, time)
        var rest = suppliers[...]
        while let next = rest.first, time.now() < end {
            rest.removeFirst()
            _ = await Timeout.run(within: limit, by: time) { await call(next) }
        }
        await withTaskGroup { group in
            for supplier in rest {
                group.addTask { _ = await Timeout.run(within: limit, by: time) { await call(supplier) } }
            }
        }
    }

    private func installed(where condition: (Entry) -> Bool) -> [any Supplier] {
        state.withLock { $0.entries.values.filter(condition).map(\.supplier) }
    }
}
