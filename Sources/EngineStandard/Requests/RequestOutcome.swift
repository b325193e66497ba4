import EngineConcepts

/// The result of a request.
enum RequestOutcome: Sendable {
    case answered(PoolDelivery)
    case failed(SupplierID, SupplierError, of: FetchRequest?)

    var supplier: SupplierID {
        switch self {
        case .answered(let delivery): delivery.supplier
        case .failed(let supplier, _, _): supplier
        }
    }

    /// Returns the result that an event tells of, or `nil` if it tells of none.
    init?(_ event: PoolEvent<PoolDelivery>) {
        switch event {
        case .answered(let delivery): self = .answered(delivery)
        case .failed(let supplier, let error, let request): self = .failed(supplier, error, of: request)
        case .slow, .skipped, .timeIsUp, .cancelled: return nil
        }
    }

    /// The time at which the source was asked for its newest items, or `nil` if it was asked for others or failed.
    var newestEdge: Timestamp? {
        guard case .answered(let delivery) = self, delivery.request.origin == .newest else { return nil }
        return delivery.request.edge
    }

    /// The event for its fill. A request that was cancelled here says nothing about the source.
    var event: PoolEvent<PoolDelivery> {
        switch self {
        case .answered(let delivery): .answered(delivery)
        case .failed(let supplier, let error, _) where error.code == .cancelled: .skipped(supplier)
        case .failed(let supplier, let error, let request): .failed(supplier, error, of: request)
        }
    }

    var end: RequestMeter.End {
        switch self {
        case .answered(let delivery):
            .answered(items: delivery.itemCount, fresh: delivery.fresh.count, bytes: delivery.answer.bytes)
        case .failed: .failed
        }
    }
}
