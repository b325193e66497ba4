internal import EngineConcepts
internal import GRDB

/// Decides again about what is stored, a few tickets at a time. What is still to be done is kept in the store itself, so
/// whoever comes next goes on with it (see ``LabelPortion``).
///
/// A portion is read in one transaction, decided about on all cores in none, and what became different is written in
/// another: whoever marks or commits waits for nothing but the writing, of which there is little where little changed. What
/// they change meanwhile they have decided about themselves; what was seen before that does not count.
struct LabelSweep: ~Copyable {
    private let db: Database
    private let writing: LabelWriting
    private var book: LabelIndexWriter

    /// - Parameter writing: decides by the labels that the portion was read with.
    init(by writing: LabelWriting, in db: Database) throws {
        self.db = db
        self.writing = writing
        book = try LabelIndexWriter(in: db)
    }

    /// Every stored ticket waits from now on.
    static func begin(in db: Database) throws {
        try SQLStatement.execute(
            """
            UPDATE labelling SET done = 0, total = (SELECT count(*) FROM place WHERE deleted = 0),
                cursor = (SELECT max(id) + 1 FROM place)
            """, in: db)
    }

    /// How far it is at `now`.
    static func progress(in db: Database, at now: Timestamp?) throws -> LabelProgress {
        var due = try SQLStatement("SELECT EXISTS (SELECT 1 FROM label_due WHERE due <= ?)", in: db)
        due.bind(now?.milliseconds ?? .min)
        let isDue = try due.step() && due.flag(0)
        var query = try SQLStatement(
            "SELECT done, total, cursor, EXISTS (SELECT 1 FROM label WHERE removed = 1) FROM labelling", in: db)
        guard try query.step() else { return .nothing }
        let isSweeping = !query.isNull(2)
        return LabelProgress(
            done: isSweeping ? Int(query.int64(0)) : 0, total: isSweeping ? Int(query.int64(1)) : 0,
            isComplete: !isSweeping && !isDue && !query.flag(3))
    }

    /// Writes what was decided about a portion, each decision at the place of its ticket.
    consuming func write(_ decisions: [Classification], about portion: LabelPortion) throws {
        for (waiting, decision) in zip(portion.waiting, decisions) {
            try write(decision, about: waiting)
        }
        for number in portion.gone {
            try writing.wait(number, until: nil)
        }
        try book.finish(by: writing)
        for label in portion.emptied {
            var delete = try SQLStatement(
                "DELETE FROM label WHERE number = ?1 AND NOT EXISTS (SELECT 1 FROM label_place WHERE label = ?1)",
                in: db)
            delete.bind(label)
            try delete.run()
        }
        if let move = portion.move {
            var update = try SQLStatement(
                "UPDATE labelling SET cursor = ?, done = min(done + ?, total) WHERE cursor = ?", in: db)
            update.bind(move.end)
            update.bind(Int64(move.count))
            update.bind(move.start)
            try update.run()
        }
    }

    private mutating func write(_ classification: Classification, about waiting: LabelPortion.Waiting) throws {
        let seen = waiting.sight
        let decision = writing.decider.numbered(classification, waiting.facts.marks)
        let isDifferent = decision.labels != seen.standing.labels || decision.rule != seen.standing.rule
        guard isDifferent || decision.due != seen.due else { return }
        guard let present = try LabelDecisionInput.of(seen.standing.number, in: db) else {
            // It was deleted at its source.
            return try writing.wait(seen.standing.number, until: nil)
        }
        var after = present.standing
        if present == seen {
            after.labels = decision.labels
            after.rule = decision.rule
            if decision.due != seen.due { try writing.wait(after.number, until: decision.due) }
        } else {
            after = try writing.redecide(after)
        }
        guard after.labels != present.standing.labels || after.rule != present.standing.rule else { return }
        try writing.store(after, insteadOf: present.standing)
        try book.change(from: present.standing, to: after)
    }
}
