internal import EngineConcepts
internal import GRDB
internal import Queries

/// Brings tickets together that tell one story.
extension LabelIndexWriter {
    /// How many tickets that came at once are looked at before their commit ends; more of them wait.
    private static let patience = 300

    /// Tickets came, or say something else than before.
    mutating func welcome(_ numbers: [Int64], by labels: LabelWriting) throws {
        guard !numbers.isEmpty else { return }
        let state = try StoryState(in: db)
        guard state.folds else { return }
        if numbers.count <= Self.patience, state.isCurrent {
            try meet(numbers, by: labels)
        } else {
            for number in numbers { try StoryState.wait(number, in: db) }
        }
    }

    /// Looks for other tellings of what these tickets tell. In this order they are said to have come.
    ///
    /// - Parameter prepared: what was found in some of them already.
    mutating func meet(_ numbers: [Int64], prepared: PreparedTraits = PreparedTraits(), by labels: LabelWriting) throws
    {
        var meeting = try StoryMatching(prepared: prepared, authors: labels.authors, in: db)
        for number in numbers {
            guard let traits = try meeting.traits(of: number) else { continue }
            if let story = try tellings.story(of: number) {
                touched.insert(story)
                guard try !meeting.stillTells(story, number, traits) else { continue }
                leaving.insert(number)
                // Once it is out of this one, it may tell another.
                try StoryState.wait(number, in: db)
            } else if let story = try meeting.join(number, traits) {
                tellings.begin()
                touched.insert(story)
            }
        }
        try meeting.finish()
    }
}

/// Finds companions by the keys of stories, and has them judged.
private struct StoryMatching: ~Copyable {
    private let db: Database
    private let authors: AuthorCache
    private let reader = StoryReader()
    private let prepared: PreparedTraits
    private var known: [Int64: StoryTraits] = [:]
    private var turn: Int64

    /// A key that more tickets have tells nothing.
    private static let crowd = 8
    private static let memory = 1000

    init(prepared: PreparedTraits, authors: AuthorCache, in db: Database) throws {
        self.db = db
        self.prepared = prepared
        self.authors = authors
        turn = try StoryState(in: db).turn
    }

    /// What a ticket tells; nil where it is not there any more.
    mutating func traits(of number: Int64) throws -> StoryTraits? {
        if let traits = known[number] { return traits }
        guard let fingerprint = try PreparedTraits.fingerprint(of: number, in: db) else { return nil }
        let traits: StoryTraits
        if let found = prepared.traits(of: number, fingerprint: fingerprint) {
            traits = found
        } else {
            guard let ticket = try ContentRow.ticket(number, authors: authors, in: db) else { return nil }
            traits = StoryTraits(ticket, by: reader)
        }
        if known.count >= Self.memory { known.removeAll() }
        known[number] = traits
        return traits
    }

    /// Whether a ticket that changed still tells the story.
    mutating func stillTells(_ story: Int64, _ number: Int64, _ traits: StoryTraits) throws -> Bool {
        try addKeys(of: traits, number)
        for member in try Member.all(of: story, in: db) where member.standing.number != number {
            if try self.traits(of: member.standing.number)?.tellsSameStory(as: traits) ?? false { return true }
        }
        return false
    }

    /// Takes a ticket into the story that it tells; answers which, nil where no other one tells it.
    mutating func join(_ number: Int64, _ traits: StoryTraits) throws -> Int64? {
        let keys = try addKeys(of: traits, number)
        var judged: Set<Int64> = [number]
        for key in keys {
            let candidates = try candidates(for: key)
            guard candidates.count <= Self.crowd else { continue }
            for candidate in candidates where judged.insert(candidate).inserted {
                guard let other = try self.traits(of: candidate), traits.tellsSameStory(as: other) else { continue }
                if let story = try unite(number, of: traits.supplier, with: candidate) { return story }
            }
        }
        return nil
    }

    /// Remembers how many have come.
    func finish() throws {
        var update = try SQLStatement("UPDATE story_state SET turn = ?", in: db)
        update.bind(turn)
        try update.run()
    }

    @discardableResult
    private func addKeys(of traits: StoryTraits, _ number: Int64) throws -> [StoryKey] {
        let keys = traits.keys
        var insert = try SQLStatement("INSERT OR IGNORE INTO story_key (hash, id) VALUES (?, ?)", in: db)
        for key in keys {
            insert.bind(key.own)
            insert.bind(number)
            try insert.run()
        }
        return keys
    }

    /// The newest tickets with this key; one more than a crowd where there are too many.
    private func candidates(for key: StoryKey) throws -> [Int64] {
        var query = try SQLStatement("SELECT id FROM story_key WHERE hash = ? ORDER BY id DESC LIMIT ?", in: db)
        var numbers: [Int64] = []
        for hash in key.others {
            query.bind(hash)
            query.bind(Int64(Self.crowd + 1))
            while try query.step() {
                numbers.append(query.int64(0))
            }
        }
        return Array(numbers.sorted(by: >).prefix(Self.crowd + 1))
    }

    /// Puts a ticket beside `companion`; nil where another ticket of its supplier stands there: then what they have in
    /// common is a series, not a story.
    private mutating func unite(_ number: Int64, of supplier: SupplierID, with companion: Int64) throws -> Int64? {
        var finder = try StoryMemberFinder(in: db)
        if let story = try finder.story(of: companion) {
            var query = try SQLStatement(
                "SELECT 1 FROM telling JOIN place USING (id) WHERE story = ? AND supplier = ?", in: db)
            query.bind(story)
            query.bind(supplier.rawValue)
            guard try !query.step() else { return nil }
            try add(number, to: story)
            return story
        }
        var next = try SQLStatement("SELECT ifnull(max(story), 0) + 1 FROM telling", in: db)
        let story = try next.step() ? next.int64(0) : 1
        try add(companion, to: story)
        try add(number, to: story)
        return story
    }

    private mutating func add(_ number: Int64, to story: Int64) throws {
        turn += 1
        var insert = try SQLStatement("INSERT INTO telling (id, story, turn) VALUES (?, ?, ?)", in: db)
        insert.bind(number)
        insert.bind(story)
        insert.bind(turn)
        try insert.run()
    }
}

/// How far looking for stories is.
struct StoryState: Sendable {
    /// Whether the keys are those that this version of Fiber looks for.
    let isCurrent: Bool
    /// Whether anybody wants to know.
    let folds: Bool
    /// How many tellings there ever were.
    let turn: Int64
    /// Below this number nobody has looked; nil where somebody has everywhere.
    let cursor: Int64?

    init(in db: Database) throws {
        var query = try SQLStatement("SELECT version, folds, turn, cursor FROM story_state", in: db)
        guard try query.step() else { throw DamagedContent(what: "the store does not say what it knows of stories") }
        isCurrent = query.int64(0) == StoryTraits.version
        folds = query.flag(1)
        turn = query.int64(2)
        cursor = query.optionalInt64(3)
    }

    /// Whether no ticket waits.
    static func isDone(in db: Database) throws -> Bool {
        var query = try SQLStatement(
            "SELECT cursor IS NULL AND NOT EXISTS (SELECT 1 FROM story_wait) FROM story_state", in: db)
        return try query.step() && query.flag(0)
    }

    /// A ticket waits to be looked at.
    static func wait(_ number: Int64, in db: Database) throws {
        var insert = try SQLStatement("INSERT OR IGNORE INTO story_wait (id) VALUES (?)", in: db)
        insert.bind(number)
        try insert.run()
    }

    /// Forgets all stories. Every ticket waits from now on where `folds` says so.
    static func begin(folds: Bool, in db: Database) throws {
        // Whoever was a duplicate may have another label now.
        try SQLStatement.execute(
            """
            REPLACE INTO label_due (id, due) SELECT id, \(Int64.min) FROM telling
            WHERE duplicate = 1 AND EXISTS (SELECT 1 FROM label)
            """, in: db)
        for table in ["story_key", "story_wait", "telling", "fold_census"] {
            try SQLStatement.execute("DELETE FROM \(table)", in: db)
        }
        try SQLStatement.execute(
            """
            DELETE FROM label_place
            WHERE label IN (SELECT number FROM label) AND hidden >= \(LabelPart.firstLent.rawValue)
            """, in: db)
        var update = try SQLStatement(
            "UPDATE story_state SET version = ?, folds = ?, cursor = iif(?, (SELECT max(id) + 1 FROM place), NULL)",
            in: db)
        update.bind(Int64(StoryTraits.version))
        update.bind(folds)
        update.bind(folds)
        try update.run()
    }
}
