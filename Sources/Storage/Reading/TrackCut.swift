internal import EngineConcepts

/// A cut through the Track's tickets: every ticket stands on one side of it.
struct TrackCut {
    /// The bitwise complement of the time: ascends in the Track's order.
    var age: Int64
    var supplier: String
    var native: Int64
    var item: String
    /// Whether a ticket that stands exactly here belongs to the part above.
    var isBelow: Bool

    /// Where a ticket would stand exactly here.
    var key: OrderKey {
        OrderKey(
            time: Timestamp(milliseconds: ~age), nativeOrder: native,
            id: TicketID(supplier: SupplierID(supplier), item: item))
    }

    /// Above all tickets.
    static let top = TrackCut(age: .min)

    /// Below all tickets.
    static let bottom = TrackCut(age: .max, supplier: "", native: .max, item: "", isBelow: true)

    /// Above the ticket at `key`, or below it.
    init(_ key: OrderKey, isBelow: Bool) {
        age = ~key.time.milliseconds
        supplier = key.id.supplier.rawValue
        native = key.nativeOrder
        item = key.id.item
        self.isBelow = isBelow
    }

    /// Between the tickets that are newer than `time` and those that are not.
    init(notNewerThan time: Timestamp) {
        self.init(age: ~time.milliseconds)
    }

    /// Between the tickets that are not older than `time` and those that are.
    init(olderThan time: Timestamp) {
        self = time == .beginningOfTime ? .bottom : TrackCut(age: ~time.milliseconds + 1)
    }

    /// Above what stands at `place`, or below it. No ticket stands exactly where a gap does.
    init(_ place: TrackPlace, isBelow: Bool) {
        switch place {
        case .ticket(let key): self.init(key, isBelow: isBelow)
        case .gap(let gap): self.init(olderThan: gap.timeframe.start)
        }
    }

    private init(age: Int64) {
        self.init(age: age, supplier: "", native: .min, item: "", isBelow: false)
    }

    private init(age: Int64, supplier: String, native: Int64, item: String, isBelow: Bool) {
        self.age = age
        self.supplier = supplier
        self.native = native
        self.item = item
        self.isBelow = isBelow
    }

    /// The same cut for the tickets of one supplier, whose order has no supplier in it.
    func within(_ other: SupplierID) -> TrackCut {
        if supplier == other.rawValue { return self }
        if SupplierID(supplier) < other { return TrackCut(age: age) }
        return age == .max ? .bottom : TrackCut(age: age + 1)
    }
}
