import GRDB
import LibC

/// Reads tables from their leaf pages, which hold the rows, where the pages above them are damaged, through which SQLite finds
/// them. Leaf pages are recognised by the types of their columns, in which the tables differ. The file may contain anything.
/// <https://www.sqlite.org/fileformat2.html#b_tree_pages>
struct LeafScan {
    /// The open file of the store.
    private let file: CInt
    private let pageSize: Int
    /// The number of bytes of a page that SQLite uses.
    private let usableSize: Int
    private let pageCount: Int

    /// - Parameter file: A descriptor of the file of `db`. It must stay open as long as the connection: closing it releases
    ///   the locks of the process.
    init(of file: CInt, _ db: Database) throws {
        // The pages in the log are read from the file.
        try db.emptyLog()
        self.file = file
        pageSize = Int(try db.integer("PRAGMA page_size") ?? 0)
        var reserved: UInt8 = 0
        guard pageSize > 0, pread(file, &reserved, 1, 20) == 1 else { throw DamagedContent("the file has no header") }
        usableSize = pageSize - Int(reserved)
        pageCount = Int(lseek(file, 0, SEEK_END)) / pageSize
    }

    /// Hides a table behind a temporary one that has the rows of its leaf pages.
    func replace(_ table: String, in db: Database) throws {
        let columns = try db.query("PRAGMA main.table_info(\(table))").rows { Column($0) }
        let creations = try db.query("SELECT sql FROM main.sqlite_master WHERE type = 'table' AND name = ?", table)
            .rows { $0.text(0) }
        guard !columns.isEmpty, let creation = creations.first, creation.hasPrefix(Self.creation) else {
            throw DamagedContent("the schema has no table \(table)")
        }
        try db.inTransaction(.deferred) {
            // One statement, whatever follows it in the schema.
            try db.run("CREATE TEMP TABLE \(creation.dropFirst(Self.creation.count))")
            try forEachRow(of: columns) { row in
                let names = columns.prefix(row.values.count).map { "\"\($0.name)\"" }.joined(separator: ", ")
                let places = row.values.map { _ in "?" }.joined(separator: ", ")
                var command = try SQLStatement(
                    "INSERT OR IGNORE INTO temp.\(table) (\(names)) VALUES (\(places))", in: db)
                row.bind(to: &command)
                try command.run()
            }
            return .commit
        }
    }

    private static let creation = "CREATE TABLE "

    /// A column as the schema describes it.
    private struct Column {
        let name: String
        let type: String
        /// True if the column is the row ID, for which rows have NULL.
        let isRowID: Bool
        let isOptional: Bool
        /// True if rows may end before the column: it was added to the table later.
        let canBeMissing: Bool

        /// Reads a row of `PRAGMA table_info`.
        init(_ row: borrowing SQLStatement) {
            name = row.text(1)
            type = row.text(2)
            isRowID = row.flag(5)
            isOptional = isRowID || !row.flag(3)
            canBeMissing = !isRowID && (isOptional || !row.isNull(4))
        }

        func admits(_ value: UInt64) -> Bool {
            switch value {
            case 0: isOptional
            case 1...6, 8, 9: !isRowID && (type == "INTEGER" || type == "ANY")
            case 12...: !isRowID && (type == "ANY" || type == (value.isMultiple(of: 2) ? "BLOB" : "TEXT"))
            // Tables have no fractions.
            default: false
            }
        }
    }

    /// A row of a table.
    private struct Row {
        let id: Int64
        /// The type of each value, and its bytes in the record.
        /// <https://www.sqlite.org/fileformat2.html#record_format>
        let values: [(type: UInt64, bytes: Range<Int>)]
        let record: [UInt8]

        /// Binds the values. The first one is the row ID.
        func bind(to command: inout SQLStatement) {
            command.bind(id)
            for (type, range) in values.dropFirst() {
                let bytes = record[range]
                switch type {
                case 0: command.bind(nil as Int64?)
                case 1...6:
                    let start: Int64 = (bytes.first ?? 0) < 0x80 ? 0 : -1
                    command.bind(bytes.reduce(start) { $0 << 8 | Int64($1) })
                case 8, 9: command.bind(type == 9)
                case _ where type.isMultiple(of: 2): command.bind(Array(bytes))
                default: command.bind(String(decoding: bytes, as: UTF8.self))
                }
            }
        }
    }

    /// Calls `use` with all rows in the file that have such columns.
    private func forEachRow(of columns: [Column], _ use: (Row) throws -> Void) throws {
        // The first page after the map is the root of a table. The header would tell too, but may be lost.
        let hasMap = readPage(2)?.first == Self.rootPage
        let emptyMap = [UInt8](repeating: 0, count: pageSize)
        var map = emptyMap
        let mapLength = usableSize / 5
        for number in stride(from: 2, through: pageCount, by: 1) {
            let content = readPage(number)
            if hasMap {
                // <https://www.sqlite.org/fileformat2.html#pointer_map_or_ptrmap_pages>
                let entry = (number - 2) % (mapLength + 1)
                if entry == 0 { map = content ?? emptyMap }
                // A free page may have rows that were removed or changed since.
                if entry == 0 || map[5 * (entry - 1)] == Self.freePage { continue }
            }
            guard let page = content, page[0] == Self.leafPage else { continue }
            let cellCount = Self.number(page[3..<5])
            let headerEnd = 8 + 2 * cellCount
            guard headerEnd <= usableSize else { continue }
            for pointer in stride(from: 8, to: headerEnd, by: 2) {
                let start = Self.number(page[pointer..<pointer + 2])
                guard start >= headerEnd, let row = readRow(at: start, in: page, of: columns) else { continue }
                try use(row)
            }
        }
    }

    /// Returns the row in the cell at `start`, or `nil` if it is damaged or has other columns.
    private func readRow(at start: Int, in page: [UInt8], of columns: [Column]) -> Row? {
        var cell = NumberReader(bytes: page, position: start, end: usableSize)
        guard let length = cell.length(), length <= pageCount * pageSize, let id = cell.number() else { return nil }
        let first = cell.position
        let localLength = lengthInPage(ofRecord: length)
        guard localLength <= usableSize - first, let headerLength = cell.length(), headerLength <= localLength else {
            return nil
        }
        cell.end = first + headerLength
        var values: [(type: UInt64, bytes: Range<Int>)] = []
        var end = headerLength
        while cell.position < cell.end {
            guard values.count < columns.count, let type = cell.number(), columns[values.count].admits(type) else {
                return nil
            }
            let size = Self.size(ofType: type)
            guard size <= length - end else { return nil }
            values.append((type, end..<end + size))
            end += size
        }
        guard end == length, columns.dropFirst(values.count).allSatisfy(\.canBeMissing),
            let record = readRecord(of: length, beginningWith: page[first..<usableSize], localLength)
        else { return nil }
        return Row(id: Int64(bitPattern: id), values: values, record: record)
    }

    /// Returns a record of `length` bytes, `localLength` of which are at the beginning of `cell`. The others are in overflow
    /// pages, the first of which is named behind them. Returns `nil` if one of them is missing.
    private func readRecord(of length: Int, beginningWith cell: ArraySlice<UInt8>, _ localLength: Int) -> [UInt8]? {
        var record = Array(cell.prefix(localLength))
        var next = cell.dropFirst(localLength).prefix(4)
        while record.count < length {
            guard next.count == 4, let page = readPage(Self.number(next)) else { return nil }
            record += page[4..<usableSize].prefix(length - record.count)
            next = page[..<4]
        }
        return record
    }

    /// Returns the number of bytes of a record that are in the leaf page.
    /// <https://www.sqlite.org/fileformat2.html#cell_payload_overflow_pages>
    private func lengthInPage(ofRecord length: Int) -> Int {
        let longest = usableSize - 35
        guard length > longest else { return length }
        let least = (usableSize - 12) * 32 / 255 - 23
        let fitting = least + (length - least) % (usableSize - 4)
        return fitting <= longest ? fitting : least
    }

    /// Returns a page, or `nil` if the file has none of this number or it cannot be read.
    private func readPage(_ number: Int) -> [UInt8]? {
        guard number >= 1, number <= pageCount else { return nil }
        var page = [UInt8](repeating: 0, count: pageSize)
        return pread(file, &page, pageSize, off_t(number - 1) * off_t(pageSize)) == pageSize ? page : nil
    }

    private static let leafPage: UInt8 = 13
    /// The kinds of pages in the map.
    private static let rootPage: UInt8 = 1
    private static let freePage: UInt8 = 2

    private static func number(_ bytes: ArraySlice<UInt8>) -> Int {
        bytes.reduce(0) { $0 << 8 | Int($1) }
    }

    /// Returns the number of bytes of a value.
    private static func size(ofType type: UInt64) -> Int {
        switch type {
        case 1...4: Int(type)
        case 5: 6
        case 6: 8
        case 12...: Int((type - 12) / 2)
        default: 0
        }
    }
}

/// Reads numbers one after another, up to an end.
private struct NumberReader {
    let bytes: [UInt8]
    var position: Int
    var end: Int

    /// Returns the next number of variable length, or `nil` at the end.
    /// <https://www.sqlite.org/fileformat2.html#varint>
    mutating func number() -> UInt64? {
        var number: UInt64 = 0
        for index in 1...9 {
            guard position < end else { return nil }
            let byte = bytes[position]
            position += 1
            // The ninth byte has no mark of a further one.
            if index == 9 { return number << 8 | UInt64(byte) }
            number = number << 7 | UInt64(byte & 0x7f)
            if byte < 0x80 { break }
        }
        return number
    }

    /// Returns the next number as a length, or `nil` if it is none.
    mutating func length() -> Int? { number().flatMap { Int(exactly: $0) } }
}
