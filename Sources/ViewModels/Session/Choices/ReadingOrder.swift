import EngineConcepts

/// The order of rows on the screen. The raw value is the name in the settings.
public nonisolated enum ReadingOrder: String, Equatable, Sendable, Codable, CaseIterable {
    /// The newest row is at the top.
    case newestFirst = "newest-first"
    /// The oldest row is at the top: the timeline is read as it was written.
    case oldestFirst = "oldest-first"

    /// The other order.
    public var toggled: ReadingOrder { self == .newestFirst ? .oldestFirst : .newestFirst }

    /// Returns the direction along the Track of a movement that is `.older` with the newest row at the top: `.older` is down.
    func direction(_ direction: ReadDirection) -> ReadDirection {
        guard self == .oldestFirst else { return direction }
        return direction == .older ? .newer : .older
    }

    /// Returns true if the first place is above the second.
    func isAbove(_ one: TrackPlace, _ other: TrackPlace) -> Bool { self == .newestFirst ? one < other : other < one }
}

/// The orders that the user chose for views. Other views have the order of the settings.
nonisolated struct ViewOrders: Equatable, Sendable {
    private var orders: [String: ReadingOrder] = [:]

    /// Parses stored orders. Lines that are not understood are ignored, so that the rest is kept.
    init(storedText: String = "") {
        for line in storedText.split(separator: "\n") {
            let parts = line.split(separator: "\t", maxSplits: 1).map(String.init)
            guard parts.count == 2, let order = ReadingOrder(rawValue: parts[0]) else { continue }
            orders[parts[1]] = order
        }
    }

    var storedText: String {
        orders.sorted { $0.key < $1.key }.map { "\($0.value.rawValue)\t\($0.key)" }.joined(separator: "\n")
    }

    /// Returns the order of a view, which is `standard` if the user chose none.
    func order(of view: TrackView, standard: ReadingOrder) -> ReadingOrder { orders[Self.name(of: view)] ?? standard }

    mutating func choose(_ order: ReadingOrder, of view: TrackView) { orders[Self.name(of: view)] = order }

    /// Gives a view the order that was chosen for another one, if there is one.
    mutating func copy(from former: TrackView, to view: TrackView) {
        if let order = orders[Self.name(of: former)] { orders[Self.name(of: view)] = order }
    }

    /// Returns the name of a view: its sources and topics. A restriction to marked tickets, the content filter and
    /// folding do not make another view: the order stays when they are switched.
    private static func name(of view: TrackView) -> String {
        let parts =
            (view.suppliers ?? []).map(\.rawValue).sorted() + (view.topics?.labels ?? []).map(\.rawValue).sorted()
        return parts.isEmpty ? "all" : parts.joined(separator: " ").replacing("\n", with: " ")
    }
}

nonisolated extension WindowRequest {
    /// Returns the request for the rows that are above and below an anchor in an order.
    func ordered(_ order: ReadingOrder) -> WindowRequest {
        guard order == .oldestFirst else { return self }
        var request = self
        // In either order, the anchor's own row is one of those below.
        request.above = max(0, below - 1)
        request.below = above + 1
        switch anchor {
        case .top: request.anchor = .bottom
        case .bottom: request.anchor = .top
        case .place, .time: break
        }
        return request
    }
}

nonisolated extension TrackWindow {
    /// Returns the window with its rows in an order, first row at the top.
    func ordered(_ order: ReadingOrder) -> TrackWindow {
        guard order == .oldestFirst else { return self }
        return TrackWindow(
            rows: rows.reversed(), anchorIndex: max(0, rows.count - 1 - anchorIndex), reachesTop: reachesBottom,
            reachesBottom: reachesTop, version: version)
    }

    /// Returns true if a row at this place would be among the rows, which are in this order.
    func covers(_ place: TrackPlace, in order: ReadingOrder = .newestFirst) -> Bool {
        guard let first = rows.first, let last = rows.last else { return true }
        return (reachesTop || !order.isAbove(place, first.place))
            && (reachesBottom || !order.isAbove(last.place, place))
    }
}
