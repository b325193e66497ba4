import EngineConcepts
import Suppliers

/// A clock that adds an item every hour since its first day.
struct ClockSupplier: Supplier {
    let id: SupplierID
    let name: String
    let start: Timestamp

    var kind: SupplierKind { .clock }
    var presenter: any Presenter { LinePresenter(source: name) }

    /// A stream that can be paged towards older items.
    var traits: SupplierTraits { SupplierTraits(maximumPageItems: 24) }

    func fetch(_ request: FetchRequest) async throws(SupplierError) -> FetchAnswer {
        // Everything above the edge was delivered before.
        let edge = request.edge
        guard edge > start else { return FetchAnswer(end: .trueEnd) }
        let newest = (edge.since(start) - .milliseconds(1)).components.seconds / 3600
        let oldest = max(0, newest - Int64(traits.maximumPageItems) + 1)
        let claimed = Timeframe(from: edge, downTo: oldest == 0 ? .beginningOfTime : time(of: oldest))
        return FetchAnswer(
            items: (oldest...newest).map(item),
            claims: claimed.map { [Claim($0)] } ?? [],
            next: oldest == 0 ? nil : Token("older"),
            end: oldest == 0 ? .trueEnd : .more)
    }

    private func item(_ hour: Int64) -> SourceItem {
        SourceItem(
            id: String(hour), orderTime: time(of: hour),
            body: TicketBody(text: .plain("It is \(hour % 24):00 UTC.")))
    }

    private func time(of hour: Int64) -> Timestamp {
        start.advanced(by: .seconds(hour * 3600))
    }
}
