import EngineConcepts

extension GapSide {
    /// How far a supplier has completed `timeframe` from this side.
    func front(of ledger: SupplierState, in timeframe: Timeframe) -> Timestamp {
        switch self {
        case .newer: ledger.low(in: timeframe)
        case .older: ledger.high(in: timeframe)
        }
    }

    /// The front that holds up all others: everything before it is complete.
    func horizon(of fronts: some Sequence<Timestamp>) -> Timestamp? {
        switch self {
        case .newer: fronts.max()
        case .older: fronts.min()
        }
    }

    /// The bound at which a fill from this side is through.
    func farBound(of timeframe: Timeframe) -> Timestamp {
        switch self {
        case .newer: timeframe.end
        case .older: timeframe.start
        }
    }

    /// What lies before `front`; nil where that is nothing.
    func covered(_ timeframe: Timeframe, upTo front: Timestamp) -> Timeframe? {
        switch self {
        case .newer: Timeframe(from: timeframe.start, downTo: front)
        case .older: Timeframe(from: front, downTo: timeframe.end)
        }
    }

    /// As much of `timeframe` as `span` reaches from this side.
    func beginning(of timeframe: Timeframe, lasting span: Duration) -> Timeframe? {
        switch self {
        case .newer:
            Timeframe(from: timeframe.start, downTo: max(timeframe.end, timeframe.start.advanced(by: .zero - span)))
        case .older:
            Timeframe(from: min(timeframe.start, timeframe.end.advanced(by: span)), downTo: timeframe.end)
        }
    }

    /// Whether a fill from this side comes to `lhs` before `rhs`, or both are one.
    func reaches(_ lhs: Timestamp, noLaterThan rhs: Timestamp) -> Bool {
        switch self {
        case .newer: lhs >= rhs
        case .older: lhs <= rhs
        }
    }
}
