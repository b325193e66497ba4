import EngineConcepts
import GRDB
import Queries

/// Finds the story of a ticket, within a transaction, by comparing it with the tickets that share one of its keys, and
/// makes the ticket a member.
struct StoryMatcher: ~Copyable {
    private let contents: ContentReader
    private let reader: StoryTraitReader
    private let prepared: PreparedStoryTraits
    private var traitsOfRow: [Int64: StoryTraits] = [:]

    /// The maximum number of tickets with a key: a more common key says nothing.
    private static let maximumCandidates = 8
    private static let maximumCachedTraits = 1000

    private var db: Database { contents.db }

    /// Creates a matcher for one transaction.
    ///
    /// - Parameter people: The people that the user has linked.
    init(prepared: PreparedStoryTraits, people: People, by contents: ContentReader) {
        self.contents = contents
        reader = StoryTraitReader(people: people)
        self.prepared = prepared
    }

    /// Returns the traits of a ticket, or `nil` if it no longer exists.
    mutating func traits(of rowID: Int64) throws -> StoryTraits? {
        if let traits = traitsOfRow[rowID] { return traits }
        guard let fingerprint = try PlaceRow.fingerprint(ofDelivered: rowID, in: db) else { return nil }
        let traits: StoryTraits
        if let found = prepared.traits(of: rowID, fingerprint: fingerprint) {
            traits = found
        } else {
            guard let ticket = try contents.ticket(rowID) else { return nil }
            traits = StoryTraits(ticket, by: reader)
        }
        if traitsOfRow.count >= Self.maximumCachedTraits { traitsOfRow.removeAll() }
        traitsOfRow[rowID] = traits
        return traits
    }

    /// Stores the keys by which other tickets find this one.
    func addKeys(of rowID: Int64, _ traits: StoryTraits) throws {
        var insert = try SQLStatement("INSERT OR IGNORE INTO story_key (hash, id) VALUES (?, ?)", in: db)
        for key in traits.keys {
            insert.bind(key.own)
            insert.bind(rowID)
            try insert.run()
        }
    }

    /// Returns true if a ticket tells the same story as another member of `story`. One that has changed may not.
    mutating func belongs(_ rowID: Int64, _ traits: StoryTraits, to story: Int64) throws -> Bool {
        for member in try StoryMemberRow.all(of: story, in: db) where member.row.rowID != rowID {
            if try self.traits(of: member.row.rowID)?.isSameStory(as: traits) ?? false { return true }
        }
        return false
    }

    /// Adds a ticket without a story to the one that it belongs to, and returns the story. It is a new one if the other ticket
    /// has none either. Returns `nil` if no other ticket tells the same story.
    mutating func join(_ rowID: Int64, _ traits: StoryTraits) throws -> Int64? {
        let copies = try copies(of: rowID, traits)
        for copy in copies {
            guard let story = try StoryMemberRow.story(of: copy, in: db) else { continue }
            try add(rowID, to: story)
            return story
        }
        // The first of several tickets of one post finds the story, and the others are added to it.
        for match in try matches(of: rowID, traits) {
            guard let story = try add(rowID, of: traits.supplier, toStoryOf: match) else { continue }
            for copy in copies where try StoryMemberRow.story(of: copy, in: db) == nil { try add(copy, to: story) }
            return story
        }
        guard let copy = copies.first else { return nil }
        return try add(rowID, of: nil, toStoryOf: copy)
    }

    /// Moves the members of other stories into that of a ticket if they show the same post, or if the same person has posted
    /// it at another network. Returns the stories that have no members any more.
    mutating func mergeStories(into story: Int64, of rowID: Int64, _ traits: StoryTraits) throws -> Set<Int64> {
        var others: Set<Int64> = []
        for copy in try copies(of: rowID, traits) {
            if let other = try StoryMemberRow.story(of: copy, in: db) { others.insert(other) }
        }
        if traits.person != nil {
            for match in try matches(of: rowID, traits) where try self.traits(of: match)?.person == traits.person {
                guard let other = try StoryMemberRow.story(of: match, in: db), try !shareSupplier(other, story)
                else { continue }
                others.insert(other)
            }
        }
        others.remove(story)
        for other in others {
            try db.run("UPDATE story_member SET story = ? WHERE story = ?", story, other)
        }
        return others
    }

    // MARK: Finding

    /// Returns the other tickets of the same post.
    private func copies(of rowID: Int64, _ traits: StoryTraits) throws -> [Int64] {
        guard let uri = traits.uri else { return [] }
        return try PostURIs(db: db).rowIDs(ofPost: uri).filter { $0 != rowID }
    }

    /// Returns the other tickets that tell the same story.
    private mutating func matches(of rowID: Int64, _ traits: StoryTraits) throws -> [Int64] {
        var judged: Set<Int64> = [rowID]
        var matches: [Int64] = []
        for key in traits.keys {
            let candidates = try candidates(for: key)
            guard candidates.count <= Self.maximumCandidates else { continue }
            for candidate in candidates where judged.insert(candidate).inserted {
                if let other = try self.traits(of: candidate), traits.isSameStory(as: other) {
                    matches.append(candidate)
                }
            }
        }
        return matches
    }

    /// Returns the newest tickets with this key, at most one more than ``maximumCandidates``.
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

    /// Returns true if one source has tickets in both stories.
    private func shareSupplier(_ one: Int64, _ other: Int64) throws -> Bool {
        try db.isTrue(
            """
            SELECT 1 FROM story_member JOIN place USING (id) WHERE story = ? AND supplier IN
                (SELECT supplier FROM story_member JOIN place USING (id) WHERE story = ?)
            """, one, other)
    }

    // MARK: Adding

    /// Adds a ticket to the story of `companion`, or begins one with both. Returns the story, or `nil` if it has a ticket of
    /// the same supplier: then the tickets are a series, not a story.
    ///
    /// - Parameter supplier: The ticket's supplier, or `nil` if both show the same post.
    private func add(_ rowID: Int64, of supplier: SupplierID?, toStoryOf companion: Int64) throws -> Int64? {
        if let story = try StoryMemberRow.story(of: companion, in: db) {
            if let supplier {
                let query = "SELECT 1 FROM story_member JOIN place USING (id) WHERE story = ? AND supplier = ?"
                if try db.isTrue(query, story, supplier.rawValue) { return nil }
            }
            try add(rowID, to: story)
            return story
        }
        let story = try db.integer("SELECT ifnull(max(story), 0) + 1 FROM story_member") ?? 1
        try add(companion, to: story)
        try add(rowID, to: story)
        return story
    }

    /// Makes a ticket the member of a story that arrived last.
    private func add(_ rowID: Int64, to story: Int64) throws {
        try db.run("UPDATE story_state SET arrivals = arrivals + 1")
        try db.run("INSERT INTO story_member (id, story, arrival) SELECT ?, ?, arrivals FROM story_state", rowID, story)
    }
}
