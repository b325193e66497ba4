internal import EngineConcepts
internal import GRDB

extension TrackReading {
    /// How many tickets the view shows.
    func counts(in view: TrackView) throws -> TrackCounts {
        if view.laterOnly { return try laterTally(of: view).all.counts(in: view) }
        let counts = try tally(of: view).counts(in: view)
        guard view.isFolding else { return counts }
        return counts.adding(try foldTally(of: view.topics), in: view)
    }

    /// How many tickets the view would show of each label.
    func labelCounts(in view: TrackView) throws -> [LabelID: TrackCounts] {
        var tallies: [Int64: TicketCounters] = [:]
        if view.laterOnly {
            tallies = try laterTally(of: view).each
        } else {
            try forEachKind(of: view.suppliers) { labels, tally in
                for number in labels.numbers {
                    tallies[number, default: TicketCounters()] += tally
                }
            }
        }
        var folds: [Int64: FoldCounters] = [:]
        if view.isFolding {
            try forEachFold { labels, tally in
                for number in labels.numbers { folds[number, default: FoldCounters()] += tally }
            }
        }
        var counts: [LabelID: TrackCounts] = [:]
        for (label, number) in labels.numbers where tallies[number] != nil || folds[number] != nil {
            let counted = (tallies[number] ?? TicketCounters()).counts(in: view)
                .adding(folds[number] ?? FoldCounters(), in: view)
            counts[label] = counted == TrackCounts(total: 0, unread: 0) ? nil : counted
        }
        return counts
    }

    /// How many tickets of the view's suppliers are to be read later, in its topics and with each label. Looks at each.
    private func laterTally(of view: TrackView) throws -> (all: TicketCounters, each: [Int64: TicketCounters]) {
        var (all, each) = (TicketCounters(), [Int64: TicketCounters]())
        let chosen = view.topics.map { labels.selection($0) }
        var query = try SQLStatement(
            """
            SELECT supplier, labels, read, starred, hidden FROM place INDEXED BY place_later
            WHERE later = 1 AND (+shown = 1 OR +hidden = 1)
            """, in: db)
        while try query.step() {
            guard view.suppliers?.contains(SupplierID(query.text(0))) ?? true else { continue }
            let labels = try LabelSet(bytes: query.blob(1))
            let marks = Marks(isRead: query.flag(2), isStarred: query.flag(3))
            let part: WritableKeyPath<TicketCounters, MarkCounters> = query.flag(4) ? \.hidden : \.shown
            for number in labels.numbers { each[number, default: TicketCounters()][keyPath: part].count(marks, 1) }
            guard chosen.map({ $0?.admits(labels) ?? false }) ?? true else { continue }
            all[keyPath: part].count(marks, 1)
        }
        return (all, each)
    }

    /// The tickets of the view's suppliers and topics, whatever their marks.
    private func tally(of view: TrackView) throws -> TicketCounters {
        guard let topics = view.topics, let chosen = labels.selection(topics) else {
            return try view.topics == nil ? tally(of: view.suppliers) : TicketCounters()
        }
        if chosen.admits(.empty) { return try tally(of: view.suppliers) }
        var sum = TicketCounters()
        try forEachKind(of: view.suppliers) { labels, tally in
            if chosen.admits(labels) {
                sum += tally
            }
        }
        return sum
    }

    /// How many tickets the Track has of these suppliers.
    func tally(of suppliers: Set<SupplierID>?) throws -> TicketCounters {
        let sums = TicketCounters.columns.split(separator: ", ").map { "sum(\($0))" }.joined(separator: ", ")
        var sum = TicketCounters()
        guard let suppliers else {
            var query = try SQLStatement("SELECT \(sums) FROM tally", in: db)
            if try query.step() {
                sum += TicketCounters(query, from: 0)
            }
            return sum
        }
        var query = try SQLStatement("SELECT \(TicketCounters.columns) FROM tally WHERE supplier = ?", in: db)
        for supplier in suppliers {
            query.bind(supplier.rawValue)
            if try query.step() {
                sum += TicketCounters(query, from: 0)
            }
            query.rewind()
        }
        return sum
    }

    /// Calls `body` with every set of labels that tickets of these suppliers have, and how many do.
    func forEachKind(of suppliers: Set<SupplierID>?, _ body: (LabelSet, TicketCounters) -> Void) throws {
        var query = try SQLStatement("SELECT labels, supplier, \(TicketCounters.columns) FROM census", in: db)
        var known: (bytes: [UInt8]?, labels: LabelSet) = (nil, .empty)
        while try query.step() {
            if let suppliers, !suppliers.contains(SupplierID(query.text(1))) { continue }
            let bytes = query.blob(0)
            if bytes != known.bytes {
                known = (bytes, try LabelSet(bytes: bytes))
            }
            body(known.labels, TicketCounters(query, from: 2))
        }
    }
}

/// Topics by their numbers in the store.
struct NumberedTopics {
    let numbers: Set<Int64>
    let combination: TopicSelection.Combination

    /// Whether a ticket with these labels is shown.
    func admits(_ labels: LabelSet) -> Bool {
        switch combination {
        case .union: labels.numbers.contains(where: numbers.contains)
        case .intersection: numbers.isSubset(of: labels.numbers)
        }
    }
}

extension LabelTable {
    /// The topics by their numbers; nil where nothing can be in all of them, since the store does not know one.
    func selection(_ topics: TopicSelection) -> NumberedTopics? {
        let known = topics.labels.compactMap { numbers[$0] }
        if topics.combination == .intersection, known.count < topics.labels.count { return nil }
        return NumberedTopics(numbers: Set(known), combination: topics.combination)
    }
}
