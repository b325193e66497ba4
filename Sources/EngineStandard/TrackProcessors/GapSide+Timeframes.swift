import EngineConcepts

extension GapSide {
    /// Returns the bound up to which a supplier has completed `timeframe` from this side.
    func front(of supplierState: SupplierState, in timeframe: Timeframe) -> Timestamp {
        switch self {
        case .newer: supplierState.ranges.low(in: timeframe)
        case .older: supplierState.ranges.high(in: timeframe)
        }
    }

    /// Returns the front of the supplier that is furthest behind: everything before it is complete.
    func horizon(of fronts: some Sequence<Timestamp>) -> Timestamp? {
        switch self {
        case .newer: fronts.max()
        case .older: fronts.min()
        }
    }

    /// Returns the front of the supplier that got furthest.
    func furthest(of fronts: some Sequence<Timestamp>) -> Timestamp? {
        switch self {
        case .newer: fronts.min()
        case .older: fronts.max()
        }
    }

    /// Returns the bound at which a fill from this side ends.
    func farBound(of timeframe: Timeframe) -> Timestamp {
        switch self {
        case .newer: timeframe.end
        case .older: timeframe.start
        }
    }

    /// Returns the part of `timeframe` before `front`, or `nil` if there is none.
    func covered(_ timeframe: Timeframe, upTo front: Timestamp) -> Timeframe? {
        switch self {
        case .newer: Timeframe(from: timeframe.start, downTo: front)
        case .older: Timeframe(from: front, downTo: timeframe.end)
        }
    }

    /// Returns the part of `timeframe` within `span` of this side.
    func beginning(of timeframe: Timeframe, lasting span: Duration) -> Timeframe? {
        switch self {
        case .newer:
            Timeframe(from: timeframe.start, downTo: max(timeframe.end, timeframe.start.advanced(by: .zero - span)))
        case .older:
            Timeframe(from: min(timeframe.start, timeframe.end.advanced(by: span)), downTo: timeframe.end)
        }
    }

    /// Returns true if a fill from this side reaches `lhs` before or together with `rhs`.
    func reaches(_ lhs: Timestamp, noLaterThan rhs: Timestamp) -> Bool {
        switch self {
        case .newer: lhs >= rhs
        case .older: lhs <= rhs
        }
    }
}
