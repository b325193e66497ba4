/// Reads rows of comma-separated values (RFC 4180). Also takes semicolons and tabs, whichever the first line has most of,
/// and line feeds alone. Never fails: a quote that is not closed reaches to the end.
struct CSVReader {
    private let bytes: ArraySlice<UInt8>
    private var position: Int
    private let separator: UInt8

    /// The most cells of a row; further ones are skipped.
    private static let maximumCells = 64

    init(_ bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
        position = bytes.startIndex
        let line = bytes.prefix { $0 != 0x0a && $0 != 0x0d }
        let counts = [UInt8(0x2c), 0x3b, 0x09].map { sign in (sign: sign, count: line.count { $0 == sign }) }
        separator = counts.max { $0.count < $1.count }.flatMap { $0.count > 0 ? $0.sign : nil } ?? 0x2c
    }

    /// Returns the cells of the next row, or `nil` at the end.
    mutating func next() -> [String]? {
        guard position < bytes.endIndex else { return nil }
        var cells: [String] = []
        while true {
            let (cell, isLast) = cell()
            if cells.count < Self.maximumCells { cells.append(cell) }
            if isLast { return cells }
        }
    }

    private mutating func cell() -> (text: String, isLast: Bool) {
        var text: [UInt8] = []
        var isQuoted = false
        while position < bytes.endIndex {
            let byte = bytes[position]
            position += 1
            switch byte {
            case 0x22 where isQuoted:
                if position < bytes.endIndex, bytes[position] == 0x22 {
                    text.append(byte)
                    position += 1
                } else {
                    isQuoted = false
                }
            case 0x22 where text.isEmpty: isQuoted = true
            case separator where !isQuoted: return (String(decoding: text, as: UTF8.self), false)
            case 0x0a where !isQuoted: return (String(decoding: text, as: UTF8.self), true)
            case 0x0d where !isQuoted:
                if position < bytes.endIndex, bytes[position] == 0x0a { position += 1 }
                return (String(decoding: text, as: UTF8.self), true)
            default: text.append(byte)
            }
        }
        return (String(decoding: text, as: UTF8.self), true)
    }
}
