import EngineConcepts

/// Gives the processor of one fill its suppliers, requests and stored tickets.
struct FillContext: PoolContext {
    let dependencies: EngineDependencies
    let scheduler: RequestScheduler
    let plan: FillPlan
    /// The suppliers whose setup failed. They are asked neither for pages nor for thresholds.
    let unprepared: Set<SupplierID>

    func now() -> Timestamp { dependencies.time.now() }

    func suppliers(covering timeframe: Timeframe) async -> [any Supplier] {
        await dependencies.controlUnit.suppliers(covering: timeframe)
    }

    func ask(_ requests: [PoolRequest]) async { await scheduler.ask(requests, of: plan.fill) }

    func next() async -> PoolEvent<PoolDelivery> { await scheduler.next(of: plan.fill) }

    /// Returns the time threshold of a supplier, or `nil` if it has none or does not answer in time.
    func timeThreshold(of supplier: any Supplier) async -> Timestamp? {
        guard !unprepared.contains(supplier.id) else { return nil }
        let threshold: Timestamp?? = await Timeout.run(within: plan.limits.slowAfter, by: dependencies.time) {
            await supplier.timeThreshold
        }
        return threshold ?? nil
    }

    var suppliersTimeThreshold: Timestamp? {
        get async { await dependencies.controlUnit.suppliersTimeThreshold }
    }

    func countStored(in timeframe: Timeframe, upTo limit: Int) async throws -> Int {
        try await dependencies.store
            .count(seenIn: plan.countedView, of: plan.record.active, in: timeframe, upTo: limit)
    }

    func anchor(of supplier: SupplierID, at edge: Timestamp, direction: ReadDirection) async throws -> OrderKey? {
        let (timeframe, towards): (Timeframe?, ReadDirection) =
            switch direction {
            case .older: (Timeframe(from: .endOfTime, downTo: edge), .newer)
            case .newer: (Timeframe.everythingBefore(edge), .older)
            }
        guard let timeframe else { return nil }
        return try await dependencies.store.keys(of: [supplier], in: timeframe, towards: towards, limit: 1).first
    }
}
