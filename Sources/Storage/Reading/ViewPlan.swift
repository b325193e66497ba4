internal import EngineConcepts
internal import GRDB

/// How the tickets of a view are read: from which streams, and what of them is left out.
struct ViewPlan {
    let sources: [TicketStream.Source]
    /// Whether the streams leave out what stands folded under others.
    let folds: Bool
    /// Where streams deliver tickets of other suppliers too: only these.
    private let suppliers: Set<SupplierID>?
    /// Where streams deliver tickets of other topics too: only these.
    private let topics: NumberedTopics?

    fileprivate init(
        _ sources: [TicketStream.Source], folds: Bool = false, suppliers: Set<SupplierID>? = nil,
        topics: NumberedTopics? = nil
    ) {
        self.sources = sources
        self.folds = folds
        self.suppliers = suppliers
        self.topics = topics
    }

    /// Whether a ticket that a stream delivers belongs to the view.
    func keeps(_ ticket: PlacedTicket) -> Bool {
        suppliers?.contains(ticket.key.id.supplier) ?? true && topics?.admits(ticket.labels) ?? true
    }

    /// All stored tickets of `suppliers`.
    static func stored(of suppliers: Set<SupplierID>) -> ViewPlan {
        ViewPlan(suppliers.map { .stored($0) })
    }

    /// All that the Track has.
    static let all = ViewPlan(
        [.shown(read: false), .shown(read: true)]
            + [false, true].map { .label(LabelIndexWriter.hiddenLabel, .hidden, read: $0) })
}

extension TrackReading {
    /// How the tickets of `view` are read.
    ///
    /// - Parameter folds: whether what stands folded is left out; nil for what the view says.
    func plan(_ view: TrackView, folds: Bool? = nil) throws -> ViewPlan {
        let folds = folds ?? view.isFolding
        let topics: NumberedTopics?
        if let chosen = view.topics {
            guard let known = labels.selection(chosen) else { return ViewPlan([]) }
            topics = known.admits(.empty) ? nil : known
            if topics?.numbers.isEmpty ?? false { return ViewPlan([]) }
        } else {
            topics = nil
        }
        if view.laterOnly {
            return ViewPlan(
                [.later(unreadOnly: view.unreadOnly, starredOnly: view.starredOnly, view.filter)], folds: folds,
                suppliers: view.suppliers, topics: topics)
        }
        if view.starredOnly {
            // Those are few.
            return ViewPlan(
                [.starred(unreadOnly: view.unreadOnly, view.filter)], folds: folds, suppliers: view.suppliers,
                topics: topics)
        }
        if let topics { return try plan(view, topics) }
        if let suppliers = view.suppliers, view.filter != .hiddenOnly { return ofSuppliers(suppliers, view) }
        return ViewPlan(wholeTrack(view), folds: folds, suppliers: view.suppliers)
    }

    /// How the stored tickets that `view` would show are read, those of active suppliers.
    func planOfStored(_ view: TrackView) throws -> ViewPlan {
        let active = try records.record(in: db).active
        let sources = (view.suppliers.map(active.intersection) ?? active)
            .map { TicketStream.Source.stored($0, StoredChoice(view)) }
        guard let chosen = view.topics else { return ViewPlan(sources) }
        guard let topics = labels.selection(chosen) else { return ViewPlan([]) }
        return ViewPlan(sources, topics: topics)
    }

    /// How the late tickets of `view` are read; those are few.
    func planOfLate(_ view: TrackView) -> ViewPlan {
        let late = TicketStream.Source.late(
            unreadOnly: view.unreadOnly, starredOnly: view.starredOnly, laterOnly: view.laterOnly, view.filter)
        guard let chosen = view.topics else {
            return ViewPlan([late], folds: view.isFolding, suppliers: view.suppliers)
        }
        guard let topics = labels.selection(chosen) else { return ViewPlan([]) }
        return ViewPlan([late], folds: view.isFolding, suppliers: view.suppliers, topics: topics)
    }

    private func wholeTrack(_ view: TrackView) -> [TicketStream.Source] {
        let shown = view.reads.map { TicketStream.Source.shown(read: $0) }
        let hidden = view.reads.map { TicketStream.Source.label(LabelIndexWriter.hiddenLabel, .hidden, read: $0) }
        return switch view.filter {
        case .off: shown + hidden
        case .on: shown
        case .hiddenOnly: hidden
        }
    }

    private func ofSuppliers(
        _ suppliers: Set<SupplierID>, _ view: TrackView, topics: NumberedTopics? = nil
    ) -> ViewPlan {
        ViewPlan(suppliers.map { .supplier($0, unreadOnly: view.unreadOnly, view.filter) }, topics: topics)
    }

    /// Topics are read from their own places, unless the view's suppliers have fewer tickets than they.
    private func plan(_ view: TrackView, _ topics: NumberedTopics) throws -> ViewPlan {
        var leading = Array(topics.numbers)
        if view.suppliers != nil || topics.combination == .intersection && leading.count > 1 {
            let sizes = try sizes(of: topics.numbers)
            if topics.combination == .intersection {
                leading = leading.min { sizes[$0, default: 0] < sizes[$1, default: 0] }.map { [$0] } ?? []
            }
            if let suppliers = view.suppliers {
                let ofTopics = leading.reduce(0) { $0 + sizes[$1, default: 0] }
                let own = try tally(of: suppliers)
                if own.shown.all + own.hidden.all < ofTopics { return ofSuppliers(suppliers, view, topics: topics) }
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
        return ViewPlan(sources, folds: view.isFolding, suppliers: view.suppliers)
    }

    /// How many tickets the Track has of each label.
    private func sizes(of numbers: Set<Int64>) throws -> [Int64: Int] {
        var sizes: [Int64: Int] = [:]
        try forEachKind(of: nil) { labels, tally in
            for number in labels.numbers where numbers.contains(number) {
                sizes[number, default: 0] += tally.shown.all + tally.hidden.all
            }
        }
        return sizes
    }
}

extension TrackView {
    /// The streams of a topic are apart by whether they were read.
    fileprivate var reads: [Bool] { unreadOnly ? [false] : [false, true] }

    /// And by whether a rule hides them, and whether the label is lent.
    fileprivate var parts: [LabelPart] {
        LabelPart.allCases.filter { filter.admits(hidden: $0.isHidden) && (isFolding || !$0.isLent) }
    }
}
