/// A text of several lines that is edited with the keys of ``InputLine``. A value: the owner keeps it, lays it out and
/// draws it. Long lines are wrapped, and the part around the cursor is visible.
public struct TextArea: Hashable, Sendable {
    private var line: InputLine
    /// The size of the area it was laid out in.
    private var size = Size(width: 80, height: 24)
    /// The first visible row.
    private var top = 0
    /// The column that vertical movements aim at, or `nil` after any other key.
    private var targetColumn: Int?

    /// Creates an area with `text` and the cursor at its end.
    public init(_ text: String = "") { line = InputLine(lines: text) }

    public var text: String { line.text }

    /// The number of characters before the cursor.
    public var cursor: Int { line.cursor }

    /// Sets the size and scrolls to the cursor.
    public mutating func layout(in size: Size) {
        self.size = Size(width: max(1, size.width), height: max(1, size.height))
        scrollToCursor()
    }

    /// Handles a key. Returns false for keys of others, such as Escape. Enter begins a new line.
    public mutating func handle(_ key: Key) -> Bool {
        defer { scrollToCursor() }
        if moveVertically(key) { return true }
        targetColumn = nil
        switch (key.code, key.modifiers) {
        case (.named(.enter), []): line.insert("\n")
        case (.named(.home), []), (.character("a"), .control): line.cursor = row.range.lowerBound
        case (.named(.end), []), (.character("e"), .control): line.cursor = end(of: row)
        case (.named(.home), .control): line.cursor = 0
        case (.named(.end), .control): line.cursor = text.count
        case (.character("u"), .control): line.cut(row.range.lowerBound..<cursor)
        case (.character("k"), .control):
            let end = end(of: row)
            line.cut(cursor..<(end > cursor ? end : min(text.count, cursor + 1)))
        default: return line.handle(key)
        }
        return true
    }

    /// Inserts text at the cursor, such as a paste.
    public mutating func insert(_ more: String) {
        targetColumn = nil
        line.insert(more)
        scrollToCursor()
    }

    /// Replaces the text, with the cursor at its end; undo brings the former text back.
    public mutating func replace(with other: String) {
        targetColumn = nil
        line.replace(with: other)
        scrollToCursor()
    }

    /// Replaces the characters before the cursor that begin at `start`, such as by a completion.
    public mutating func complete(from start: Int, with word: String) {
        guard start <= cursor, start >= 0 else { return }
        let rest = String(text.dropFirst(cursor))
        let before = text.prefix(start) + word
        targetColumn = nil
        line.replace(with: before + rest)
        line.cursor = before.count
        scrollToCursor()
    }

    /// Draws the visible rows and returns the cursor's position.
    @discardableResult
    public func draw(
        in area: Rect, of buffer: inout CellBuffer, style: Style, placeholder: TextLine = TextLine()
    ) -> Point {
        buffer.fill(area, style: style)
        guard !text.isEmpty else {
            buffer.put(placeholder, at: area.origin, over: style, in: area.row(0))
            return area.origin
        }
        let rows = rows()
        let characters = Array(text)
        for (offset, row) in rows.dropFirst(top).prefix(area.height).enumerated() {
            let rowArea = area.row(offset)
            buffer.put(String(characters[row.range]), at: rowArea.origin, style: style, in: rowArea)
        }
        let current = index(in: rows)
        let column = cursorColumn(in: rows[current], characters)
        return Point(x: area.x + min(column, max(0, area.width - 1)), y: area.y + current - top)
    }

    // MARK: Rows

    /// A row of the wrapped text.
    private struct Row {
        /// The characters without a line feed at the end.
        let range: Range<Int>
        /// True if the next row continues the same line.
        let isContinued: Bool
    }

    /// Returns the rows of the text; an empty text has one. Takes time in proportion to the text.
    private func rows() -> [Row] {
        var rows: [Row] = []
        var breaks = LineBreaks(text)
        var start = 0
        var width = 0
        var opportunity: (index: Int, width: Int)?
        var offset = 0
        var index = 0
        for character in text {
            defer {
                offset += character.utf8.count
                index += 1
            }
            if character.isNewline {
                rows.append(Row(range: start..<index, isContinued: false))
                (start, width, opportunity) = (index + 1, 0, nil)
                continue
            }
            if breaks.mayBreak(before: offset), index > start { opportunity = (index, width) }
            let columns = TextWidth.width(of: String(character))
            // A space at the end of a row hangs over the edge.
            if !character.isWhitespace, width + columns > size.width, index > start {
                let next = opportunity ?? (index, width)
                rows.append(Row(range: start..<next.index, isContinued: true))
                (start, width, opportunity) = (next.index, width - next.width, nil)
            }
            width += columns
        }
        rows.append(Row(range: start..<index, isContinued: false))
        return rows
    }

    private func index(in rows: [Row]) -> Int { rows.lastIndex { $0.range.lowerBound <= cursor } ?? 0 }

    /// The row with the cursor.
    private var row: Row {
        let rows = rows()
        return rows[index(in: rows)]
    }

    /// Returns the last place of the cursor in a row.
    private func end(of row: Row) -> Int {
        row.isContinued ? max(row.range.lowerBound, row.range.upperBound - 1) : row.range.upperBound
    }

    /// Returns the column of the cursor in its row.
    private func cursorColumn(in row: Row, _ characters: [Character]) -> Int {
        let columns = columns(of: row, characters)
        return columns[min(max(0, cursor - row.range.lowerBound), columns.count - 1)]
    }

    /// Returns the columns of a cursor before each character of a row, and after the last one.
    private func columns(of row: Row, _ characters: [Character]) -> [Int] {
        let piece = String(characters[row.range])
        if Bidi.mayTurn(piece), TextConventions.current.ordersText { return VisualText.cursorColumns(in: piece) }
        return characters[row.range]
            .reduce(into: [0]) { columns, character in
                columns.append((columns.last ?? 0) + TextWidth.width(of: String(character)))
            }
    }

    // MARK: Movement

    private mutating func moveVertically(_ key: Key) -> Bool {
        let count: Int
        switch (key.code, key.modifiers) {
        case (.named(.up), []), (.character("p"), .control): count = -1
        case (.named(.down), []), (.character("n"), .control): count = 1
        case (.named(.pageUp), []): count = -max(1, size.height - 1)
        case (.named(.pageDown), []): count = max(1, size.height - 1)
        default: return false
        }
        let rows = rows()
        let characters = Array(text)
        let current = index(in: rows)
        let column = targetColumn ?? cursorColumn(in: rows[current], characters)
        targetColumn = column
        let target = min(max(0, current + count), rows.count - 1)
        guard target != current else {
            line.cursor = count < 0 ? 0 : text.count
            return true
        }
        let row = rows[target]
        let cursorColumns = zip(row.range.lowerBound...end(of: row), columns(of: row, characters))
        line.cursor = cursorColumns.min { abs($0.1 - column) < abs($1.1 - column) }?.0 ?? row.range.lowerBound
        return true
    }

    private mutating func scrollToCursor() {
        let rows = rows()
        let current = index(in: rows)
        top = min(max(top, current - size.height + 1), current)
        top = min(top, max(0, rows.count - size.height))
    }
}
