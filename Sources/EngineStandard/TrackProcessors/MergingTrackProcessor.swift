public import EngineConcepts

/// Fills a Pool from many suppliers. Asks only the suppliers at the horizon, and widens the timeframe away from the filled
/// side until there are enough tickets.
public struct MergingTrackProcessor: TrackProcessor {
    public init() {}

    public func fill(_ plan: FillPlan, using context: any PoolContext<PoolDelivery>) async throws -> Pool {
        var planner = MergePlanner(plan)
        let threshold = await context.suppliersTimeThreshold
        if let currentTimeframe = planner.currentTimeframe {
            let sought = plan.soughtTimeframe(within: currentTimeframe)
            await add(context.suppliers(covering: sought), to: &planner, threshold: threshold, using: context)
        }
        while true {
            switch planner.nextStep() {
            case .ask(let suppliers):
                let requests = try await requests(to: suppliers, in: &planner, using: context)
                if !requests.isEmpty {
                    await context.ask(requests)
                }
            case .wait:
                planner.apply(await context.next(), now: context.now())
            case .widen(let wider):
                await add(context.suppliers(covering: wider), to: &planner, threshold: threshold, using: context)
            case .count(let timeframe):
                planner.storedCount = try await context.countStored(in: timeframe, upTo: planner.maximumCountedTickets)
            case .finish(let reason):
                return planner.close(reason)
            }
        }
    }

    /// Adds suppliers and determines their thresholds concurrently.
    private func add(
        _ suppliers: [any Supplier], to planner: inout MergePlanner, threshold: Timestamp?,
        using context: any PoolContext<PoolDelivery>
    ) async {
        let newcomers = planner.newcomers(suppliers)
        let own = await withTaskGroup { group in
            for supplier in newcomers {
                group.addTask { (supplier.id, await context.timeThreshold(of: supplier)) }
            }
            return await group.reduce(into: [SupplierID: Timestamp]()) { $0[$1.0] = $1.1 }
        }
        for supplier in newcomers {
            planner.add(supplier, threshold: [own[supplier.id], threshold].compactMap(\.self).max())
        }
    }

    private func requests(
        to suppliers: [SupplierID], in planner: inout MergePlanner, using context: any PoolContext<PoolDelivery>
    ) async throws -> [PoolRequest] {
        var requests: [PoolRequest] = []
        for supplier in suppliers {
            guard let (direction, origin) = try await planner.nextPage(of: supplier, using: context) else {
                planner.exclude(supplier)
                continue
            }
            if let request = planner.request(supplier, reading: direction, from: origin, now: context.now()) {
                requests.append(request)
            }
        }
        return requests
    }
}
