public import EngineConcepts
import Synchronization

/// The ready Control Unit: suppliers come and go by key at any time, from any thread. Tell the engine with
/// ``EngineConcepts/Engine/suppliersChanged()`` afterwards; a fill that runs keeps the suppliers that it began with.
public final class ModularControlUnit: ControlUnit {
    private struct Installed {
        let supplier: any Supplier
        var isPaused: Bool
    }

    private struct State {
        /// In the order in which they were added, which is the order of set-up and clean-up.
        var keys: [String] = []
        var installed: [String: Installed] = [:]
        /// Those that take part in the running fill.
        var prepared: [any Supplier] = []
        /// Those of them that were set up for it.
        var setUp: [any Supplier] = []
        /// Those whose last set-up did not end in time: they come last, so that the others are set up whatever they do.
        var hanging: Set<SupplierID> = []
        /// What those that were set up last said of the moment before which they have nothing.
        var thresholds: [SupplierID: Timestamp] = [:]
    }

    private let state = Mutex(State())
    private let setUpEnd: Duration
    private let time: any TimeSource

    /// A Control Unit without suppliers.
    ///
    /// - Parameters:
    ///   - setUpEnd: How long the set-up of one supplier may take, and its clean-up: then it is left out of the fill, so
    ///     that one that hangs does not keep the others waiting for ever.
    ///   - time: What measures that: the clock of the engine.
    public init(setUpEnd: Duration = .seconds(5), time: any TimeSource) {
        self.setUpEnd = setUpEnd
        self.time = time
    }

    /// A Control Unit with these suppliers, each under its own name as key.
    public convenience init(_ suppliers: [any Supplier], time: any TimeSource) {
        self.init(time: time)
        for supplier in suppliers {
            add(supplier, for: supplier.id.rawValue)
        }
    }

    /// Installs `supplier` under `key`, in the place of the one that had this key.
    public func add(_ supplier: any Supplier, for key: String, paused: Bool = false) {
        state.withLock { state in
            if state.installed.updateValue(Installed(supplier: supplier, isPaused: paused), forKey: key) == nil {
                state.keys.append(key)
            }
        }
    }

    /// Takes the supplier of this key out; answers it.
    @discardableResult
    public func remove(_ key: String) -> (any Supplier)? {
        state.withLock { state in
            state.keys.removeAll { $0 == key }
            return state.installed.removeValue(forKey: key)?.supplier
        }
    }

    /// Whether there is a supplier of this key.
    public func isInstalled(_ key: String) -> Bool {
        state.withLock { $0.installed[key] != nil }
    }

    /// The supplier of this key.
    public func supplier(for key: String) -> (any Supplier)? {
        state.withLock { $0.installed[key]?.supplier }
    }

    /// Pauses a supplier, or lets it go on. A paused one stays in the Track with all its tickets and is not asked.
    public func setPaused(_ paused: Bool, for key: String) {
        state.withLock { $0.installed[key]?.isPaused = paused }
    }

    /// The oldest of the suppliers' thresholds, as they were when each was last set up; nil where one of them knows none.
    public var suppliersTimeThreshold: Timestamp? {
        get async {
            let suppliers = await suppliers
            let thresholds = state.withLock(\.thresholds)
            let known = suppliers.compactMap { thresholds[$0.id] }
            return known.count == suppliers.count ? known.min() : nil
        }
    }

    /// All suppliers, paused ones included, in the order in which they were added.
    public var suppliers: [any Supplier] {
        get async { installed { _ in true } }
    }

    /// Sets these suppliers up, as far as they are not paused, one after another: first those of which none hung before.
    public func prepareForNewPool(settingUp suppliers: Set<SupplierID>) async -> [SupplierID: SupplierError] {
        let all = installed { !$0.isPaused }
        let concerned = all.filter { suppliers.contains($0.id) }
        let hanging = state.withLock { state in
            state.prepared = all
            return state.hanging
        }
        var failures: [SupplierID: SupplierError] = [:]
        for supplier in concerned.filter({ !hanging.contains($0.id) }) + concerned.filter({ hanging.contains($0.id) }) {
            if Task.isCancelled {
                failures[supplier.id] = SupplierError(
                    .cancelled, Message("setUpSkipped", ["source": .text(supplier.name)]))
            } else {
                state.withLock { $0.setUp.append(supplier) }
                failures[supplier.id] = await setUp(supplier)
            }
        }
        return failures
    }

    private func setUp(_ supplier: any Supplier) async -> SupplierError? {
        let outcome: Result<Timestamp?, SupplierError>? = await Deadline.run(within: setUpEnd, by: time) {
            do throws(SupplierError) {
                try await supplier.poolSetup()
                return .success(await supplier.timeThreshold)
            } catch {
                return .failure(error)
            }
        }
        state.withLock { state in
            switch outcome {
            case .success(let threshold): state.thresholds[supplier.id] = threshold
            case .failure: break
            case nil: state.hanging.insert(supplier.id)
            }
            if outcome != nil {
                state.hanging.remove(supplier.id)
            }
        }
        return switch outcome {
        case .success: nil
        case .failure(let error): error
        case nil:
            SupplierError(
                .timedOut, Message("setUpTimedOut", ["source": .text(supplier.name), "duration": .duration(setUpEnd)]))
        }
    }

    /// The suppliers that take part in the running fill, those apart whose threshold lies above the timeframe.
    public func suppliers(covering timeframe: Timeframe) async -> [any Supplier] {
        state.withLock { state in
            state.prepared.filter { supplier in
                state.thresholds[supplier.id].map { $0 < timeframe.start } ?? true
            }
        }
    }

    /// Takes note of nothing; a Control Unit that wants to know wraps this one.
    public func note(filtered: [SupplierID: [FilteredAtSource]]) async {}

    /// Cleans up after the suppliers that were set up, one after another.
    public func cleanupAfterPool() async {
        let setUp = state.withLock { state in
            defer { (state.prepared, state.setUp) = ([], []) }
            return state.setUp
        }
        await inTurn(setUp) { await $0.poolCleanup() }
    }

    /// Makes every supplier forget what it holds in memory, one after another.
    public func restartSuppliers() async {
        await inTurn(await suppliers) { await $0.clearCurrentData() }
    }

    /// Calls one supplier after another. Once that has taken as long as a single one may take, the rest are called at the
    /// same time: some that hang keep nobody for longer than twice that.
    private func inTurn(_ suppliers: [any Supplier], _ call: @escaping @Sendable (any Supplier) async -> Void) async {
        let (end, limit, time) = (time.now().advanced(by: setUpEnd), setUpEnd, time)
        var rest = suppliers[...]
        while let next = rest.first, time.now() < end {
            rest.removeFirst()
            _ = await Deadline.run(within: limit, by: time) { await call(next) }
        }
        await withTaskGroup { group in
            for supplier in rest {
                group.addTask { _ = await Deadline.run(within: limit, by: time) { await call(supplier) } }
            }
        }
    }

    private func installed(where condition: (Installed) -> Bool) -> [any Supplier] {
        state.withLock { state in
            state.keys.compactMap { key in
                state.installed[key].flatMap { condition($0) ? $0.supplier : nil }
            }
        }
    }
}
