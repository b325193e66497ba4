public import EngineConcepts

/// Fills a Pool from many suppliers. Asks only suppliers that block the others from being shown, and extends the
/// timeframe into the past until there are enough tickets.
public struct MergingTrackProcessor: TrackProcessor {
    public init() {}

    public func fill(_ order: FillPlan, at desk: any PoolContext) async throws -> Pool {
        var cycle = MergeCycle(order)
        let threshold = await desk.suppliersTimeThreshold
        if let aim = cycle.aim {
            await add(desk.suppliers(covering: aim), to: &cycle, threshold, at: desk)
        }
        while true {
            switch cycle.step() {
            case .ask(let suppliers):
                let requests = try await requests(to: suppliers, in: &cycle, at: desk)
                if !requests.isEmpty {
                    await desk.ask(requests)
                }
            case .wait:
                cycle.take(await desk.next(), now: desk.now())
            case .widen(let aim):
                await add(desk.suppliers(covering: aim), to: &cycle, threshold, at: desk)
            case .count(let timeframe):
                cycle.stored = try await desk.countStored(in: timeframe, upTo: cycle.countLimit)
            case .finish(let exit):
                return cycle.close(exit)
            }
        }
    }

    /// Adds suppliers and determines their thresholds concurrently.
    private func add(
        _ suppliers: [any Supplier], to cycle: inout MergeCycle, _ threshold: Timestamp?, at desk: any PoolContext
    ) async {
        let newcomers = cycle.newcomers(suppliers)
        let own = await withTaskGroup { group in
            for supplier in newcomers {
                group.addTask { (supplier.id, await desk.timeThreshold(of: supplier)) }
            }
            return await group.reduce(into: [SupplierID: Timestamp]()) { $0[$1.0] = $1.1 }
        }
        for supplier in newcomers {
            cycle.add(supplier, threshold: [own[supplier.id], threshold].compactMap(\.self).max())
        }
    }

    private func requests(
        to suppliers: [SupplierID], in cycle: inout MergeCycle, at desk: any PoolContext
    ) async throws -> [PoolRequest] {
        var requests: [PoolRequest] = []
        for supplier in suppliers {
            guard let (side, origin) = try await cycle.place(of: supplier, at: desk) else {
                cycle.strand(supplier)
                continue
            }
            if let request = cycle.request(supplier, reading: side, from: origin, now: desk.now()) {
                requests.append(request)
            }
        }
        return requests
    }
}
