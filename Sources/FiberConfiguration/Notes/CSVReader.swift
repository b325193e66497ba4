import WebText

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
        let line = bytes.prefix { $0 != .lineFeed && $0 != .carriageReturn }
        let counts = [UInt8.comma, .semicolon, .tab].map { sign in (sign: sign, count: line.count { $0 == sign }) }
        separator = counts.max { $0.count < $1.count }.flatMap { $0.count > 0 ? $0.sign : nil } ?? .comma
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
            case .quotationMark where isQuoted:
                if position < bytes.endIndex, bytes[position] == .quotationMark {
                    text.append(byte)
                    position += 1
                } else {
                    isQuoted = false
                }
            case .quotationMark where text.isEmpty: isQuoted = true
            case separator where !isQuoted: return (String(decoding: text, as: UTF8.self), false)
            case .lineFeed where !isQuoted: return (String(decoding: text, as: UTF8.self), true)
            case .carriageReturn where !isQuoted:
                if position < bytes.endIndex, bytes[position] == .lineFeed { position += 1 }
                return (String(decoding: text, as: UTF8.self), true)
            default: text.append(byte)
            }
        }
        return (String(decoding: text, as: UTF8.self), true)
    }
}
