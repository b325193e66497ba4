public import EngineConcepts

/// Fills a Pool from many suppliers. Asks only the suppliers at the horizon, and widens the timeframe away from the filled
/// side until there are enough tickets.
public struct MergingTrackProcessor: TrackProcessor {
    public init() {}

    public func fill(_ plan: FillPlan, at context: any PoolContext<PoolDelivery>) async throws -> Pool {
        var cycle = MergeCycle(plan)
        let threshold = await context.suppliersTimeThreshold
        if let aim = cycle.aim {
            await add(context.suppliers(covering: aim), to: &cycle, threshold, at: context)
        }
        while true {
            switch cycle.step() {
            case .ask(let suppliers):
                let requests = try await requests(to: suppliers, in: &cycle, at: context)
                if !requests.isEmpty {
                    await context.ask(requests)
                }
            case .wait:
                cycle.apply(await context.next(), now: context.now())
            case .widen(let aim):
                await add(context.suppliers(covering: aim), to: &cycle, threshold, at: context)
            case .count(let timeframe):
                cycle.stored = try await context.countStored(in: timeframe, upTo: cycle.countLimit)
            case .finish(let exit):
                return cycle.close(exit)
            }
        }
    }

    /// Adds suppliers and determines their thresholds concurrently.
    private func add(
        _ suppliers: [any Supplier], to cycle: inout MergeCycle, _ threshold: Timestamp?,
        at context: any PoolContext<PoolDelivery>
    ) async {
        let newcomers = cycle.newcomers(suppliers)
        let own = await withTaskGroup { group in
            for supplier in newcomers {
                group.addTask { (supplier.id, await context.timeThreshold(of: supplier)) }
            }
            return await group.reduce(into: [SupplierID: Timestamp]()) { $0[$1.0] = $1.1 }
        }
        for supplier in newcomers {
            cycle.add(supplier, threshold: [own[supplier.id], threshold].compactMap(\.self).max())
        }
    }

    private func requests(
        to suppliers: [SupplierID], in cycle: inout MergeCycle, at context: any PoolContext<PoolDelivery>
    ) async throws -> [PoolRequest] {
        var requests: [PoolRequest] = []
        for supplier in suppliers {
            guard let (side, origin) = try await cycle.place(of: supplier, at: context) else {
                cycle.exclude(supplier)
                continue
            }
            if let request = cycle.request(supplier, reading: side, from: origin, now: context.now()) {
                requests.append(request)
            }
        }
        return requests
    }
}
