import EngineConcepts
import GRDB
import Queries

/// A result of a search.
struct FoundTicket {
    let place: PlaceRow
    /// The place that decides if the view has it: see ``StoryMemberReader/row(standingFor:in:)``.
    let decidingPlace: PlaceRow
    /// The ticket, if it was read to find it and is to be kept.
    var entry: TrackEntry?
}

/// The results of a search in a view, in the Track's order from a cut towards one direction. Costs what is read until enough is
/// found: for indexed words, little more than the results.
struct SearchTickets: ~Copyable {
    private let search: OpenSearch
    private var entries: EntryReader
    private var places: PlaceReader
    private let view: TrackView
    /// The suppliers whose tickets are searched outside the Track too, or `nil` if only the Track is.
    private let stored: Set<SupplierID>?
    private let topics: NumberedTopics?
    private let direction: ReadDirection
    private let cut: TrackCut
    /// True if results bring the tickets that were read to find them.
    private let keepsEntries: Bool
    private var sources: [RowIDSource]
    /// The candidates of one second, the next one last. Only those that are reached are read and checked.
    private var waiting: [(place: PlaceRow, isIndexed: Bool)] = []

    init(
        _ search: OpenSearch, _ view: TrackView, _ reach: TicketReach, from cut: TrackCut,
        towards direction: ReadDirection, keepsEntries: Bool
    ) throws {
        let reader = search.reader
        let isOfStore = reach == .store || view.onlySupplier != nil
        let stored = isOfStore ? try reader.track.record(in: reader.db).active : nil
        let topics = view.topics.map(reader.labels.selection)
        let isEmpty = topics?.isEmpty ?? false
        let sources = try isEmpty ? [] : Self.sources(of: search.prepared, beyond: cut, direction, in: reader.db)
        let places = try PlaceReader(in: reader.db)
        entries = try EntryReader(reader)
        self.places = places
        self.search = search
        self.view = view
        self.stored = stored
        self.topics = topics
        self.direction = direction
        self.cut = cut
        self.keepsEntries = keepsEntries
        self.sources = sources
    }

    /// Returns where the candidates of a search are from the second of `cut` on.
    private static func sources(
        of search: PreparedSearch, beyond cut: TrackCut, _ direction: ReadDirection, in db: Database
    ) throws -> [RowIDSource] {
        let second = TicketRowID.range(of: Timestamp(age: cut.age))
        let start = direction == .older ? second.upperBound : second.lowerBound - 1
        if let mark = search.mark { return [RowIDSource(.marked(mark), direction, from: start)] }
        guard let match = search.match else { return [RowIDSource(.stored(below: .max), direction, from: start)] }
        let state = try SearchIndexState(in: db)
        var sources = state.isCurrent ? [RowIDSource(.index(match), direction, from: start)] : []
        sources.append(RowIDSource(.waiting(from: state.cursor ?? .min), direction, from: start))
        if let cursor = state.cursor {
            sources.append(RowIDSource(.stored(below: cursor), direction, from: start))
        }
        return sources
    }

    /// Returns the next result, or `nil` at the end.
    mutating func next() throws -> FoundTicket? {
        while true {
            while let (place, isIndexed) = waiting.popLast() {
                if let result = try found(place, isIndexed: isIndexed) { return result }
            }
            guard let rowIDs = try nextSecond() else { return nil }
            for (rowID, isIndexed) in rowIDs {
                guard let place = try places.row(rowID) else {
                    try requirePlace(rowID, isIndexed: isIndexed)
                    continue
                }
                if isBeyondCut(place.key) { waiting.append((place, isIndexed)) }
            }
            waiting.sort { direction == .older ? $1.place.key < $0.place.key : $0.place.key < $1.place.key }
        }
    }

    /// Throws if a candidate that is no result has no place. Only the index of words may name a ticket that was removed.
    private func requirePlace(_ rowID: Int64, isIndexed: Bool) throws {
        guard try isIndexed || search.reader.db.isTrue("SELECT 1 FROM place WHERE id = ?", rowID) else {
            throw DamagedContent("an item to search has no place")
        }
    }

    /// Returns up to `count` first results.
    consuming func first(_ count: Int) throws -> [FoundTicket] {
        var first: [FoundTicket] = []
        while first.count < count, let found = try next() {
            first.append(found)
        }
        return first
    }

    /// Returns the candidates of the next second that has any. Row IDs are not ordered within a second.
    private mutating func nextSecond() throws -> [(rowID: Int64, isIndexed: Bool)]? {
        let db = search.reader.db
        var first: Int64?
        for index in sources.indices {
            guard let head = try sources[index].head(in: db) else { continue }
            first = first.map { direction == .older ? max($0, head) : min($0, head) } ?? head
        }
        guard let first else { return nil }
        let second = TicketRowID.second(of: first)
        var rowIDs: [(rowID: Int64, isIndexed: Bool)] = []
        for index in sources.indices {
            while let head = try sources[index].head(in: db), second.contains(head) {
                rowIDs.append((head, sources[index].isIndex))
                sources[index].drop()
            }
        }
        return rowIDs
    }

    /// Returns a candidate if it is a result. A story is found once: by the first of its folded members that matches.
    private mutating func found(_ place: PlaceRow, isIndexed: Bool) throws -> FoundTicket? {
        guard place.isInTrack || stored?.contains(place.key.id.supplier) ?? false else { return nil }
        let deciding = try search.reader.stories.row(standingFor: place, in: view)
        guard view.filter.includes(hidden: deciding.rule != 0), view.matches(deciding.marks),
            view.suppliers?.contains(deciding.key.id.supplier) ?? true, topics?.includes(deciding.labels) ?? true
        else { return nil }
        var entry: TrackEntry?
        if let matcher = isIndexed ? search.prepared.residual : search.prepared.whole {
            guard let picked = try picked(place, by: matcher) else { return nil }
            if keepsEntries { entry = picked }
        }
        let result = FoundTicket(place: place, decidingPlace: deciding, entry: entry)
        guard deciding.rowID != place.rowID else { return result }
        for other in try search.reader.stories.folded(under: deciding.rowID).prefix(while: { $0 != place.rowID }) {
            if let other = try places.row(other), try picked(other, by: search.prepared.whole) != nil { return nil }
        }
        return result
    }

    /// Returns the ticket if it might match, or `nil`.
    private mutating func picked(_ place: PlaceRow, by matcher: QueryMatcher) throws -> TrackEntry? {
        let entry = try entries.entry(place.rowID, at: place.key)
        return matcher.mightMatch(QuerySubject(entry), at: search.now) ? entry : nil
    }

    private func isBeyondCut(_ key: OrderKey) -> Bool {
        let isAbove = key < cut.key || cut.isBelow && key == cut.key
        return direction == .newer ? isAbove : !isAbove
    }
}
