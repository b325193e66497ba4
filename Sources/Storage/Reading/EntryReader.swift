import EngineConcepts

/// Reads stored tickets by their row IDs, one after another.
///
/// Keeps its statement: finding one by its text takes longer than a step.
struct EntryReader: ~Copyable {
    private let reader: StoreReader
    private var query: SQLStatement

    init(_ reader: StoreReader) throws {
        self.reader = reader
        query = try SQLStatement(reader.entrySQL("\(StoreReader.whole) WHERE place.id = ?"), in: reader.db)
    }

    /// Returns the ticket with this row ID, which is at `key`, whether the Track shows it or not. Throws if the
    /// store has no content of it.
    mutating func entry(_ rowID: Int64, at key: OrderKey) throws -> TrackEntry {
        query.rewind()
        query.bind(rowID)
        guard try query.step() else { throw DamagedContent(missing: key.id) }
        return try reader.entry(at: key, in: query)
    }
}
