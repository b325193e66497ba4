import EngineConcepts
import GRDB

/// The streams of a view and the filters on them.
struct ViewPlan {
    let sources: [TicketStream.Source]
    /// True if the streams leave out folded tickets.
    let isFolding: Bool
    /// The only suppliers to keep, if the streams deliver others too.
    private let suppliers: Set<SupplierID>?
    /// The only topics to keep, if the streams deliver others too.
    private let topics: NumberedTopics?

    fileprivate init(
        _ sources: [TicketStream.Source], isFolding: Bool = false, suppliers: Set<SupplierID>? = nil,
        topics: NumberedTopics? = nil
    ) {
        self.sources = topics?.isEmpty ?? false ? [] : sources
        self.isFolding = isFolding
        self.suppliers = suppliers
        self.topics = topics
    }

    /// True if the labels of tickets decide.
    var checksLabels: Bool { topics != nil }

    /// Returns true if a ticket from a stream belongs to the view.
    func keeps(_ ticket: PlacedTicket) -> Bool {
        suppliers?.contains(ticket.key.id.supplier) ?? true && topics?.includes(ticket.labels) ?? true
    }

    /// Returns a plan that reads all stored tickets of `suppliers`.
    static func stored(of suppliers: Set<SupplierID>) -> ViewPlan {
        ViewPlan(suppliers.map { .stored($0) })
    }

    /// All tickets of the Track.
    static let all = ViewPlan(
        [.shown(read: false), .shown(read: true)]
            + [false, true].map { .label(LabelPart.hiddenLabel, .hidden, read: $0) })
}

extension StoreReader {
    /// Returns the plan of `view`.
    ///
    /// - Parameter whole: The view that `view` narrows: it decides if folded tickets are left out, and if tickets belong that
    ///   the Track withholds or that are beside it. `nil` for `view` itself.
    func plan(_ view: TrackView, narrowing whole: TrackView? = nil) throws -> ViewPlan {
        let whole = whole ?? view
        // The rows of a topic are read faster from the Track, unless that lacks some.
        if whole.onlySupplier != nil, try view.topics == nil || isWithheld(view.suppliers) {
            return try planOfStored(view)
        }
        let isFolding = whole.isFolding
        let topics = view.topics.map(labels.selection).flatMap { $0.includes(.empty) ? nil : $0 }
        if view.laterOnly || view.starredOnly {
            // Marked tickets are few. Those beside the Track have a row only in a view of marked tickets.
            let source: TicketStream.Source =
                view.laterOnly
                ? .later(TicketFilter(view))
                : .starred(TicketFilter(view), includesBesideTrack: whole.starredOnly || whole.laterOnly)
            return ViewPlan([source], isFolding: isFolding, suppliers: view.suppliers, topics: topics)
        }
        if let topics { return try planOfTopics(topics, view) }
        if let suppliers = view.suppliers, view.filter != .hiddenOnly { return planOfSuppliers(suppliers, view) }
        return ViewPlan(wholeTrack(view), isFolding: isFolding, suppliers: view.suppliers)
    }

    /// Returns the plan of the stored tickets of active suppliers that `view` would show.
    func planOfStored(_ view: TrackView) throws -> ViewPlan {
        let active = try track.record(in: db).active
        let sources = (view.suppliers.map(active.intersection) ?? active)
            .map { TicketStream.Source.stored($0, TicketFilter(view)) }
        return ViewPlan(sources, topics: view.topics.map(labels.selection))
    }

    /// Returns true if the Track withholds stored tickets of these suppliers.
    private func isWithheld(_ suppliers: Set<SupplierID>?) throws -> Bool {
        let record = try track.record(in: db)
        return try record.withheldRanges.timeframes
            .contains { try count(of: suppliers ?? record.active, in: $0, upTo: 1) > 0 }
    }

    /// Returns the plan of the late tickets of `view`, which are few.
    func planOfLate(_ view: TrackView) -> ViewPlan {
        ViewPlan(
            [.late(TicketFilter(view))], isFolding: view.isFolding, suppliers: view.suppliers,
            topics: view.topics.map(labels.selection))
    }

    /// Returns the streams that together have the view's tickets of all suppliers and topics.
    private func wholeTrack(_ view: TrackView) -> [TicketStream.Source] {
        let shown = view.reads.map { TicketStream.Source.shown(read: $0) }
        let hidden = view.reads.map { TicketStream.Source.label(LabelPart.hiddenLabel, .hidden, read: $0) }
        return switch view.filter {
        case .off: shown + hidden
        case .on: shown
        case .hiddenOnly: hidden
        }
    }

    private func planOfSuppliers(
        _ suppliers: Set<SupplierID>, _ view: TrackView, topics: NumberedTopics? = nil
    ) -> ViewPlan {
        ViewPlan(suppliers.map { .supplier($0, TicketFilter(view)) }, topics: topics)
    }

    /// Returns the plan of topics: their own rows, unless the view's suppliers have fewer tickets.
    private func planOfTopics(_ topics: NumberedTopics, _ view: TrackView) throws -> ViewPlan {
        var leading = Array(topics.numbers)
        if view.suppliers != nil || topics.combination == .intersection && leading.count > 1 {
            let sizes = try sizes(of: topics.numbers)
            if topics.combination == .intersection {
                leading = leading.min { sizes[$0, default: 0] < sizes[$1, default: 0] }.map { [$0] } ?? []
            }
            if let suppliers = view.suppliers {
                let ofTopics = leading.reduce(0) { $0 + sizes[$1, default: 0] }
                let own = try counts.counters(of: suppliers)
                if own.shown.all + own.hidden.all < ofTopics { return planOfSuppliers(suppliers, view, topics: topics) }
            }
        }
        let others = topics.combination == .union ? [] : topics.numbers.subtracting(leading).sorted()
        var sources: [TicketStream.Source] = []
        for label in leading {
            for part in view.parts {
                for read in view.reads {
                    sources.append(.label(label, part, read: read, others: others))
                }
            }
        }
        return ViewPlan(sources, isFolding: view.isFolding, suppliers: view.suppliers)
    }

    /// Counts the tickets of each label in the Track.
    private func sizes(of numbers: Set<Int64>) throws -> [Int64: Int] {
        var sizes: [Int64: Int] = [:]
        try counts.forEachLabelSet(of: nil) { labels, counters in
            for number in labels.numbers where numbers.contains(number) {
                sizes[number, default: 0] += counters.shown.all + counters.hidden.all
            }
        }
        return sizes
    }
}

extension TrackView {
    /// The values of `read` that the view covers.
    fileprivate var reads: [Bool] { unreadOnly ? [false] : [false, true] }

    /// The parts of a label that the view covers.
    fileprivate var parts: [LabelPart] {
        LabelPart.allCases.filter { filter.includes(hidden: $0.isHidden) && (isFolding || !$0.isLent) }
    }
}
