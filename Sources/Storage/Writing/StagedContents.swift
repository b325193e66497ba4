import EngineConcepts
import GRDB

/// The contents of the new tickets of a commit with long texts, written in transactions of their own before the commit's.
///
/// In one transaction, all contents would first fill the log and then the file. Small transactions use the same short part of
/// the log again and again, whose pages are cached.
///
/// Until the commit inserts their places, the rows belong to no ticket and nothing reads them. A setting has their range: if
/// the commit fails or the program ends, the next commit removes them.
struct StagedContents {
    /// The serial number of the first ticket's row ID.
    let firstSerial: Int64
    /// The written rows. A ticket whose row ID was in use has none.
    private(set) var rowIDs: Set<Int64> = []

    /// The number of bytes of texts from which contents are staged. A shorter log costs less than the further transactions.
    static let threshold = 1 << 24

    /// The number of parts of the encoder in one transaction: some six megabytes of articles.
    private static let partsPerTransaction = 16
    private static let setting = "content.staged"

    /// Writes the contents of the tickets of `encoder`, whose row IDs begin with `firstSerial`.
    init(of encoder: ContentEncoder, firstSerial: Int64, in db: Database) throws {
        self.firstSerial = firstSerial
        let rowIDs = encoder.order.enumerated()
            .map { TicketRowID.make(encoder.entries[$1].ticket.key.time, serial: firstSerial + Int64($0)) }
        guard let first = rowIDs.min(), let last = rowIDs.max() else { return }
        self.rowIDs.reserveCapacity(rowIDs.count)
        var authors = AuthorWriter()
        for start in stride(from: 0, to: encoder.partCount, by: Self.partsPerTransaction) {
            try db.inTransaction(.immediate) {
                if start == 0 {
                    try Self.removeAbandoned(in: db)
                    try SettingRows(db: db).apply(SettingChange(Self.setting, to: "\(first) \(last)"))
                }
                for part in start..<min(start + Self.partsPerTransaction, encoder.partCount) {
                    try write(part, of: encoder, to: rowIDs, by: &authors, in: db)
                }
                return .commit
            }
        }
    }

    /// Writes one part of the contents, unless their row IDs are in use.
    private mutating func write(
        _ part: Int, of encoder: ContentEncoder, to rowIDs: [Int64], by authors: inout AuthorWriter, in db: Database
    ) throws {
        var insert = try SQLStatement(
            """
            INSERT INTO content (id, \(ContentRow.columns)) SELECT \(ContentRow.parameters)
            WHERE NOT EXISTS (SELECT 1 FROM place WHERE id = ?1) ON CONFLICT DO NOTHING
            """, in: db)
        for (position, content) in encoder.part(part).enumerated() {
            let serial = part * ContentEncoder.partSize + position
            let ticket = encoder.entries[encoder.order[serial]].ticket
            let author = try ticket.body.author.map { try authors.rowID(of: $0, in: db) }
            try ContentRow.write(ticket, content, rowID: rowIDs[serial], author: author, by: &insert)
            if db.changesCount > 0 { self.rowIDs.insert(rowIDs[serial]) }
        }
    }

    /// Ends the staging within the transaction of the commit: removes the rows of tickets that got no place with their row ID.
    ///
    /// - Parameter placed: The row IDs of the inserted places.
    func finish(placed: Set<Int64>, in db: Database) throws {
        for rowID in rowIDs.subtracting(placed) {
            // Another process may have stored a ticket beside the Track there.
            try db.run("DELETE FROM content WHERE id = ?1 AND NOT EXISTS (SELECT 1 FROM place WHERE id = ?1)", rowID)
        }
        try SettingRows(db: db).apply(SettingChange(Self.setting, to: nil))
    }

    /// Removes the rows of a commit that failed or was interrupted.
    static func removeAbandoned(in db: Database) throws {
        guard let range = try SettingRows(db: db).value(of: setting) else { return }
        let bounds = range.split(separator: " ").compactMap { Int64($0) }
        if let first = bounds.first, let last = bounds.last {
            try db.run(
                """
                DELETE FROM content
                WHERE id BETWEEN ? AND ? AND NOT EXISTS (SELECT 1 FROM place WHERE place.id = content.id)
                """, first, last)
        }
        try SettingRows(db: db).apply(SettingChange(setting, to: nil))
    }
}

extension TrackCommit {
    /// The number of bytes of the new tickets' texts, apart from those that are marked up by ranges, as of posts.
    var insertedTextBytes: Int {
        // The entries are read in place: a copy of one copies whatever it consists of.
        inserted.withUnsafeBufferPointer { entries in
            entries.indices.reduce(0) { sum, index in
                switch entries[index].ticket.body.text {
                case .plain(let text): sum + text.utf8.count
                case .html(let markup, _): sum + markup.utf8.count
                case .styled: sum
                }
            }
        }
    }
}
