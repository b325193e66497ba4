internal import EngineConcepts
internal import GRDB

/// Decides again about what is stored, a few tickets at a time. What is still to be done is kept in the store itself, so
/// whoever comes next goes on with it:
///
/// - `label_due`: tickets whose time has come, and those that came where nobody could decide;
/// - the members of labels that are gone;
/// - where labels came or changed, every ticket below `labelling.cursor`, newest first.
struct LabelSweep: ~Copyable {
    private let db: Database
    private let writing: LabelWriting
    private var book: Bookkeeping
    private var budget: Int

    init(upTo count: Int, by decider: Decider, authors: AuthorCache, in db: Database) throws {
        self.db = db
        writing = LabelWriting(by: decider, authors: authors, in: db)
        book = try Bookkeeping(in: db)
        budget = count
    }

    /// Every stored ticket waits from now on.
    static func begin(in db: Database) throws {
        try Command.execute(
            """
            UPDATE labelling SET done = 0, total = (SELECT count(*) FROM place WHERE deleted = 0),
                cursor = (SELECT max(id) + 1 FROM place)
            """, in: db)
    }

    /// How far it is at `now`.
    static func progress(in db: Database, at now: Timestamp?) throws -> LabelProgress {
        var due = try Command("SELECT EXISTS (SELECT 1 FROM label_due WHERE due <= ?)", in: db)
        due.bind(now?.milliseconds ?? .min)
        let isDue = try due.step() && due.flag(0)
        var query = try Command(
            "SELECT done, total, cursor, EXISTS (SELECT 1 FROM label WHERE removed = 1) FROM labelling", in: db)
        guard try query.step() else { return .nothing }
        let isSweeping = !query.isNull(2)
        return LabelProgress(
            done: isSweeping ? Int(query.int64(0)) : 0, total: isSweeping ? Int(query.int64(1)) : 0,
            isComplete: !isSweeping && !isDue && !query.flag(3))
    }

    /// Does as much as it was made for.
    consuming func run(at now: Timestamp) throws {
        try decideDue(at: now)
        try emptyRemoved()
        try goOn()
        try book.finish(by: writing)
    }

    private mutating func decideDue(at now: Timestamp) throws {
        try decide(numbers("SELECT id FROM label_due WHERE due <= ? ORDER BY due LIMIT ?", now.milliseconds))
    }

    private mutating func emptyRemoved() throws {
        while budget > 0 {
            var query = try Command("SELECT number FROM label WHERE removed = 1 LIMIT 1", in: db)
            guard try query.step() else { return }
            let label = query.int64(0)
            query.rewind()
            let members = try numbers("SELECT id FROM label_place WHERE label = ? LIMIT ?", label)
            if members.isEmpty {
                var delete = try Command("DELETE FROM label WHERE number = ?", in: db)
                delete.bind(label)
                try delete.run()
            }
            try decide(members)
        }
    }

    private mutating func goOn() throws {
        var query = try Command("SELECT cursor FROM labelling WHERE cursor IS NOT NULL", in: db)
        guard budget > 0, try query.step() else { return }
        let cursor = query.int64(0)
        query.rewind()
        let next = try numbers(
            "SELECT id FROM place NOT INDEXED WHERE id < ? AND deleted = 0 ORDER BY id DESC LIMIT ?", cursor)
        let isLast = next.count < budget
        try decide(next)
        var update = try Command("UPDATE labelling SET cursor = ?, done = min(done + ?, total)", in: db)
        update.bind(isLast ? nil : next.last)
        update.bind(Int64(next.count))
        try update.run()
    }

    private func numbers(_ sql: String, _ argument: Int64) throws -> [Int64] {
        guard budget > 0 else { return [] }
        var query = try Command(sql, in: db)
        query.bind(argument)
        query.bind(Int64(budget))
        var numbers: [Int64] = []
        while try query.step() {
            numbers.append(query.int64(0))
        }
        return numbers
    }

    private mutating func decide(_ numbers: [Int64]) throws {
        budget -= numbers.count
        for number in numbers {
            guard let before = try Standing.of(number, in: db) else {
                // It was deleted at its source.
                try writing.wait(number, until: nil)
                continue
            }
            let after = try writing.redecide(before)
            guard after.labels != before.labels || after.rule != before.rule else { continue }
            try writing.store(after)
            try book.change(from: before, to: after)
        }
    }
}

extension Command {
    /// Runs a statement without arguments.
    static func execute(_ sql: String, in db: Database) throws {
        var command = try Command(sql, in: db)
        try command.run()
    }
}
