/// The screen of a terminal at one moment.
public struct TerminalScreen: Equatable, Sendable, CustomStringConvertible {
    /// A colour as set by the program.
    public enum Color: Hashable, Sendable {
        /// The default colour.
        case standard
        /// An entry of the palette.
        case palette(UInt8)
        /// `0xRRGGBB`.
        case rgb(UInt32)
    }

    /// A cell of the screen.
    public struct Cell: Hashable, Sendable {
        /// The text: a space if the cell is blank, empty in the right half of a wide character.
        public var text = " "
        /// The number of columns: 1 or 2, or 0 for a right half.
        public var width = 1
        /// The colour of the text.
        public var foreground = Color.standard
        /// The colour of the background.
        public var background = Color.standard
        /// True if it is bold.
        public var isBold = false
        /// True if it is italic.
        public var isItalic = false
        /// True if it is underlined.
        public var isUnderlined = false
        /// True if text and background colours are exchanged.
        public var isReversed = false
        /// True if it is struck through.
        public var isStruck = false
    }

    /// The number of columns.
    public let width: Int
    /// The number of rows.
    public let height: Int
    /// The cells, row by row.
    public let cells: [Cell]
    /// The column and row of the cursor.
    public let cursor: (x: Int, y: Int)
    /// True if the cursor is visible.
    public let isCursorVisible: Bool
    /// True if this is the alternate screen.
    public let isAlternate: Bool
    /// True if mouse events are sent to the program.
    public let isMouseReported: Bool

    /// The cell in column `x` of row `y`, which must exist.
    public func cell(_ x: Int, _ y: Int) -> Cell { cells[y * width + x] }

    /// The text of row `y` without trailing spaces.
    public func line(_ y: Int) -> String {
        var text = cells[y * width..<(y + 1) * width].map(\.text).joined()
        while text.last == " " { text.removeLast() }
        return text
    }

    /// The text of all rows.
    public var lines: [String] { (0..<height).map { line($0) } }

    /// The whole text, with rows separated by line feeds.
    public var text: String { lines.joined(separator: "\n") }

    /// The text, printed by failed expectations.
    public var description: String { text }

    /// True if `text` is on a single row.
    public func contains(_ text: String) -> Bool { lines.contains { $0.contains(text) } }

    /// The column and row of the first occurrence of `text`, or `nil`.
    public func find(_ text: String) -> (x: Int, y: Int)? {
        for y in 0..<height {
            let line = line(y)
            guard let range = line.firstRange(of: text) else { continue }
            // Columns and characters differ after wide characters.
            let before = line.distance(from: line.startIndex, to: range.lowerBound)
            var seen = 0
            for x in 0..<width where !cell(x, y).text.isEmpty {
                if seen == before { return (x, y) }
                seen += 1
            }
        }
        return nil
    }

    /// True if both show the same.
    public static func == (lhs: TerminalScreen, rhs: TerminalScreen) -> Bool {
        lhs.width == rhs.width && lhs.height == rhs.height && lhs.cells == rhs.cells && lhs.cursor == rhs.cursor
            && lhs.isCursorVisible == rhs.isCursorVisible && lhs.isAlternate == rhs.isAlternate
    }
}
