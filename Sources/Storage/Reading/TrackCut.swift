import EngineConcepts

/// A cut between two tickets of the Track.
struct TrackCut {
    /// The bitwise complement of the time: ascends in the Track's order.
    let age: Int64
    let supplier: String
    let native: Int64
    let item: String
    /// True if a ticket exactly here belongs to the part above.
    let isBelow: Bool

    /// The key of a ticket exactly here.
    var key: OrderKey {
        OrderKey(age: age, native: native, supplier: supplier, item: item)
    }

    /// The cut above all tickets.
    static let top = TrackCut(age: .min)
    /// The cut below all tickets.
    static let bottom = TrackCut(age: .max, supplier: "", native: .max, item: "", isBelow: true)
}

extension TrackCut {
    /// Creates a cut above the ticket at `key`, or below it.
    init(_ key: OrderKey, isBelow: Bool) {
        self.init(
            age: key.time.age, supplier: key.id.supplier.rawValue, native: key.nativeOrder, item: key.id.item,
            isBelow: isBelow)
    }

    /// Creates a cut between the tickets that are newer than `time` and the others.
    init(notNewerThan time: Timestamp) {
        self.init(age: time.age)
    }

    /// Creates a cut between the tickets that are older than `time` and the others.
    init(olderThan time: Timestamp) {
        self = time == .beginningOfTime ? .bottom : TrackCut(age: time.age + 1)
    }

    /// Creates a cut above `place`, or below it. No ticket has the exact place of a gap.
    init(_ place: TrackPlace, isBelow: Bool) {
        switch place {
        case .ticket(let key): self.init(key, isBelow: isBelow)
        case .gap(let gap): self.init(olderThan: gap.timeframe.start)
        }
    }

    private init(age: Int64) {
        self.init(age: age, supplier: "", native: .min, item: "", isBelow: false)
    }

    /// Returns the cut for the tickets of one supplier, whose order leaves out the supplier.
    fileprivate func within(_ other: SupplierID) -> TrackCut {
        if supplier == other.rawValue { return self }
        if SupplierID(supplier) < other { return TrackCut(age: age) }
        return age == .max ? .bottom : TrackCut(age: age + 1)
    }
}

extension SQLStatement {
    /// Binds a cut in the order of the Track, or in that of the tickets of one supplier.
    mutating func bind(_ cut: TrackCut, amongThoseOf supplier: SupplierID?) {
        let cut = supplier.map(cut.within) ?? cut
        bind(cut.age)
        if supplier == nil { bind(cut.supplier) }
        bind(cut.native)
        bind(name: cut.item)
    }
}
