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
            await planner.add(context.suppliers(covering: sought), threshold: threshold, using: context)
        }
        while true {
            switch planner.nextStep() {
            case .ask(let suppliers):
                var requests: [PoolRequest] = []
                for supplier in suppliers {
                    if let request = try await planner.nextRequest(to: supplier, using: context) {
                        requests.append(request)
                    }
                }
                if !requests.isEmpty { await context.ask(requests) }
            case .wait: planner.apply(await context.next(), now: context.now())
            case .widen(let wider):
                await planner.add(context.suppliers(covering: wider), threshold: threshold, using: context)
            case .count(let timeframe):
                planner.storedCount = try await context.countStored(in: timeframe, upTo: planner.maximumCountedTickets)
            case .finish(let reason): return planner.close(reason)
            }
        }
    }
}
