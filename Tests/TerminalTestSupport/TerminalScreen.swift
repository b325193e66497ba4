/// What a terminal shows at one moment.
public struct TerminalScreen: Equatable, Sendable, CustomStringConvertible {
    /// A colour as the terminal was told it.
    public enum Color: Hashable, Sendable {
        /// The terminal's own.
        case standard
        /// An entry of the palette.
        case palette(UInt8)
        /// `0xRRGGBB`.
        case rgb(UInt32)
    }

    /// One place of the screen.
    public struct Cell: Hashable, Sendable {
        /// What stands there; a space where nothing does, empty in the right half of a wide character.
        public var text = " "
        /// The columns that it takes: 1 or 2; 0 for a right half.
        public var width = 1
        /// The text's colour.
        public var foreground = Color.standard
        /// The background's colour.
        public var background = Color.standard
        /// Whether it is bold.
        public var isBold = false
        /// Whether it is italic.
        public var isItalic = false
        /// Whether it is underlined.
        public var isUnderlined = false
        /// Whether text and background are exchanged.
        public var isReversed = false
        /// Whether it is struck out.
        public var isStruck = false
    }

    /// Columns.
    public let width: Int
    /// Rows.
    public let height: Int
    /// The cells, row by row.
    public let cells: [Cell]
    /// The cursor's column and row.
    public let cursor: (x: Int, y: Int)
    /// Whether the cursor can be seen.
    public let isCursorVisible: Bool
    /// Whether it is the alternate screen, which leaves no trace.
    public let isAlternate: Bool
    /// Whether the mouse reports to the program.
    public let isMouseReported: Bool

    /// The cell in column `x` of row `y`, which must exist.
    public func cell(_ x: Int, _ y: Int) -> Cell {
        cells[y * width + x]
    }

    /// The text of the row `y`, without the spaces at its end.
    public func line(_ y: Int) -> String {
        var text = cells[y * width..<(y + 1) * width].map(\.text).joined()
        while text.last == " " {
            text.removeLast()
        }
        return text
    }

    /// The text of every row.
    public var lines: [String] {
        (0..<height).map { line($0) }
    }

    /// All text, rows separated by line feeds.
    public var text: String {
        lines.joined(separator: "\n")
    }

    /// The text: what a failed expectation prints.
    public var description: String { text }

    /// Whether `text` stands somewhere on one row.
    public func contains(_ text: String) -> Bool {
        lines.contains { $0.contains(text) }
    }

    /// Where `text` stands first: the column and row of its first character.
    public func find(_ text: String) -> (x: Int, y: Int)? {
        for y in 0..<height {
            let line = line(y)
            guard let range = line.firstRange(of: text) else { continue }
            // Columns and characters differ where wide ones stand before.
            let before = line.distance(from: line.startIndex, to: range.lowerBound)
            var seen = 0
            for x in 0..<width where !cell(x, y).text.isEmpty {
                if seen == before { return (x, y) }
                seen += 1
            }
        }
        return nil
    }

    /// Whether both show the same.
    public static func == (lhs: TerminalScreen, rhs: TerminalScreen) -> Bool {
        lhs.width == rhs.width && lhs.height == rhs.height && lhs.cells == rhs.cells && lhs.cursor == rhs.cursor
            && lhs.isCursorVisible == rhs.isCursorVisible && lhs.isAlternate == rhs.isAlternate
    }
}
