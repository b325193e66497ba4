internal import EngineConcepts
internal import GRDB
internal import Queries

/// Finds candidates by their story keys and compares them.
struct StoryMatching: ~Copyable {
    private let db: Database
    private let authors: AuthorCache
    private let reader: StoryReader
    private let prepared: PreparedTraits
    private var known: [Int64: StoryTraits] = [:]
    private var arrivals: Int64

    /// The limit of tickets per key: a more common key says nothing.
    private static let maximumCandidates = 8
    private static let cacheLimit = 1000

    /// - Parameter people: The people that the user has linked.
    init(prepared: PreparedTraits, authors: AuthorCache, people: People, in db: Database) throws {
        self.db = db
        reader = StoryReader(people: people)
        self.prepared = prepared
        self.authors = authors
        arrivals = try StoryState(in: db).arrivals
    }

    /// Returns the traits of a ticket, or `nil` if it no longer exists.
    mutating func traits(of rowID: Int64) throws -> StoryTraits? {
        if let traits = known[rowID] { return traits }
        guard let fingerprint = try PreparedTraits.fingerprint(of: rowID, in: db) else { return nil }
        let traits: StoryTraits
        if let found = prepared.traits(of: rowID, fingerprint: fingerprint) {
            traits = found
        } else {
            guard let ticket = try ContentRow.ticket(rowID, authors: authors, in: db) else { return nil }
            traits = StoryTraits(ticket, by: reader)
        }
        if known.count >= Self.cacheLimit { known.removeAll() }
        known[rowID] = traits
        return traits
    }

    /// Returns true if a changed ticket still belongs to the story.
    mutating func stillBelongs(_ story: Int64, _ rowID: Int64, _ traits: StoryTraits) throws -> Bool {
        try addKeys(of: traits, rowID)
        for member in try StoryMemberRow.all(of: story, in: db) where member.row.rowID != rowID {
            if try self.traits(of: member.row.rowID)?.isSameStory(as: traits) ?? false { return true }
        }
        return false
    }

    /// Adds a ticket to the story it belongs to and returns the story, or `nil` if no other ticket belongs to it.
    mutating func join(_ rowID: Int64, _ traits: StoryTraits) throws -> Int64? {
        try addKeys(of: traits, rowID)
        let copies = try copies(of: rowID, traits)
        var finder = try StoryFinder(in: db)
        for copy in copies {
            guard let story = try finder.story(of: copy) else { continue }
            try add(rowID, to: story)
            return story
        }
        // The first of several tickets of one post finds the story, and the others are added to it.
        for candidate in try sameStory(as: traits, rowID) {
            guard let story = try unite(rowID, of: traits.supplier, with: candidate) else { continue }
            finder.begin()
            for copy in copies where try finder.story(of: copy) == nil { try add(copy, to: story) }
            return story
        }
        guard let copy = copies.first else { return nil }
        return try unite(rowID, of: nil, with: copy)
    }

    /// Moves the members of other stories into that of a ticket if they show the same post, or if the same person has posted
    /// it at another network. Returns the stories that have no members any more.
    mutating func takeOver(into story: Int64, of rowID: Int64, _ traits: StoryTraits) throws -> Set<Int64> {
        var finder = try StoryFinder(in: db)
        var others: Set<Int64> = []
        for copy in try copies(of: rowID, traits) {
            if let other = try finder.story(of: copy) { others.insert(other) }
        }
        if traits.person != nil {
            for candidate in try sameStory(as: traits, rowID)
            where try self.traits(of: candidate)?.person == traits.person {
                guard let other = try finder.story(of: candidate), try !shareSupplier(other, story) else { continue }
                others.insert(other)
            }
        }
        others.remove(story)
        for other in others {
            try db.run("UPDATE story_member SET story = ? WHERE story = ?", story, other)
        }
        return others
    }

    /// Returns the other tickets of the same post.
    private func copies(of rowID: Int64, _ traits: StoryTraits) throws -> [Int64] {
        guard let uri = traits.uri else { return [] }
        return try PostURIs(db: db).rowIDs(ofPost: uri).filter { $0 != rowID }
    }

    /// Returns the tickets that tell the same story as a ticket with these traits.
    private mutating func sameStory(as traits: StoryTraits, _ rowID: Int64) throws -> [Int64] {
        var judged: Set<Int64> = [rowID]
        var found: [Int64] = []
        for key in traits.keys {
            let candidates = try candidates(for: key)
            guard candidates.count <= Self.maximumCandidates else { continue }
            for candidate in candidates where judged.insert(candidate).inserted {
                if let other = try self.traits(of: candidate), traits.isSameStory(as: other) { found.append(candidate) }
            }
        }
        return found
    }

    private func shareSupplier(_ one: Int64, _ other: Int64) throws -> Bool {
        var query = try db.query(
            """
            SELECT 1 FROM story_member JOIN place USING (id) WHERE story = ? AND supplier IN
                (SELECT supplier FROM story_member JOIN place USING (id) WHERE story = ?)
            """, one, other)
        return try query.step()
    }

    /// Stores the number of arrivals.
    func finish() throws {
        try db.run("UPDATE story_state SET arrivals = ?", arrivals)
    }

    private func addKeys(of traits: StoryTraits, _ rowID: Int64) throws {
        var insert = try SQLStatement("INSERT OR IGNORE INTO story_key (hash, id) VALUES (?, ?)", in: db)
        for key in traits.keys {
            insert.bind(key.own)
            insert.bind(rowID)
            try insert.run()
        }
    }

    /// Returns the newest tickets with this key, at most one more than the limit.
    private func candidates(for key: StoryKey) throws -> [Int64] {
        var query = try SQLStatement("SELECT id FROM story_key WHERE hash = ? ORDER BY id DESC LIMIT ?", in: db)
        var rowIDs: [Int64] = []
        for hash in key.others {
            query.bind(hash)
            query.bind(Int64(Self.maximumCandidates + 1))
            while try query.step() {
                rowIDs.append(query.int64(0))
            }
        }
        return Array(rowIDs.sorted(by: >).prefix(Self.maximumCandidates + 1))
    }

    /// Puts a ticket into the story of `companion`, or returns `nil` if it has a ticket of the same supplier: then the tickets
    /// are a series, not a story.
    ///
    /// - Parameter supplier: The ticket's supplier, or `nil` if both show the same post.
    private mutating func unite(_ rowID: Int64, of supplier: SupplierID?, with companion: Int64) throws -> Int64? {
        var finder = try StoryFinder(in: db)
        if let story = try finder.story(of: companion) {
            if let supplier {
                var query = try db.query(
                    "SELECT 1 FROM story_member JOIN place USING (id) WHERE story = ? AND supplier = ?", story,
                    supplier.rawValue)
                guard try !query.step() else { return nil }
            }
            try add(rowID, to: story)
            return story
        }
        var next = try SQLStatement("SELECT ifnull(max(story), 0) + 1 FROM story_member", in: db)
        let story = try next.step() ? next.int64(0) : 1
        try add(companion, to: story)
        try add(rowID, to: story)
        return story
    }

    private mutating func add(_ rowID: Int64, to story: Int64) throws {
        arrivals += 1
        try db.run("INSERT INTO story_member (id, story, arrival) VALUES (?, ?, ?)", rowID, story, arrivals)
    }
}
