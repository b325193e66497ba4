public import EngineConcepts

extension TrackDatabase: MarkStore {
    public func mark(
        _ tickets: [TicketID], _ change: MarkChange, _ progress: @Sendable (Int) async -> Void
    ) async throws -> [TicketID: Marks] {
        // A mark spreads to other tickets of its post and story: remember all marks first.
        guard tickets.count > Self.marksPerTransaction else {
            return try await labelling { labels in
                let previous = try MarkWriter.marks(of: tickets, in: labels.db)
                try MarkWriter(by: labels).mark(tickets, change)
                return previous
            }
        }
        let previous = try await reading { try MarkWriter.marks(of: tickets, in: $0.db) }
        var markedCount = 0
        do {
            for part in tickets.parts(of: Self.marksPerTransaction) {
                try await labelling { try MarkWriter(by: $0).mark(Array(part), change) }
                markedCount = part.endIndex
                await progress(markedCount)
            }
        } catch {
            guard markedCount > 0 else { throw error }
            throw InterruptedMarking(Array(tickets.prefix(markedCount)), previous: previous, because: error)
        }
        return previous
    }

    public func markRead(
        downFrom place: TrackPlace?, in view: TrackView, _ progress: @Sendable (Int) async -> Void
    ) async throws -> [TicketID] {
        var marked: [TicketID] = []
        do {
            while true {
                let part = try await labelling { [track, authors] labels in
                    let reader = StoreReader(
                        db: labels.db, track: track, authors: authors, labels: labels.resolver.table)
                    return try MarkWriter(by: labels)
                        .markRead(downFrom: place, in: view, upTo: Self.marksPerTransaction, by: reader)
                }
                marked += part
                if part.count < Self.marksPerTransaction { return marked }
                await progress(marked.count)
            }
        } catch {
            guard !marked.isEmpty else { throw error }
            throw InterruptedMarking(marked, because: error)
        }
    }

    public func restore(_ marks: [TicketID: Marks], _ progress: @Sendable (Int) async -> Void) async throws {
        for part in Array(marks).parts(of: Self.marksPerTransaction) {
            let changed = Dictionary(uniqueKeysWithValues: part.map { ($0.key, $0.value) })
            try await labelling { try MarkWriter(by: $0).restore(changed) }
            if marks.count > Self.marksPerTransaction { await progress(part.endIndex) }
        }
    }

    /// The number of tickets marked in one transaction. Where rules read marks each ticket is classified again, and tens
    /// of thousands would block other writers for minutes.
    private static let marksPerTransaction = 500
}

extension Array {
    /// Splits the array into parts of `count` elements; the last may be shorter.
    fileprivate func parts(of count: Int) -> [ArraySlice<Element>] {
        stride(from: 0, to: self.count, by: count).map { self[$0..<Swift.min($0 + count, self.count)] }
    }
}
