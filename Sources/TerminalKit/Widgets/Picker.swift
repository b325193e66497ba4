/// A list to choose from by typing: matching rows, best first, with their matches and the selection marked. Only draws; the
/// owner decides what matches.
public struct Picker {
    public struct Row: Hashable, Sendable {
        /// The text that is matched.
        public var text: String
        /// The matching characters of ``text``.
        public var matched: Set<Int>
        /// The text after it, such as the effect of a command.
        public var detail: String

        public init(_ text: String, matched: Set<Int> = [], detail: String = "") {
            self.text = text
            self.matched = matched
            self.detail = detail
        }
    }

    private let rows: [Row]
    private let selected: Int?
    private let theme: Theme
    private let glyphs: Glyphs

    /// Creates a list of these rows, with the cursor on the one at `selected`.
    public init(_ rows: [Row], selected: Int?, theme: Theme, glyphs: Glyphs) {
        self.rows = rows
        self.selected = selected
        self.theme = theme
        self.glyphs = glyphs
    }

    /// Draws the rows that fit into `area` over their whole width, with a scroll bar if there are more. A click chooses a row.
    public func draw(in area: Rect, of buffer: inout CellBuffer) {
        let first = area.firstLine(showing: selected ?? 0, of: rows.count)
        let seen = rows.dropFirst(first).prefix(area.height)
        let column = min(area.width / 2, rows.widest { $0.text } + 3)
        for (line, row) in seen.enumerated() {
            draw(row, isSelected: first + line == selected, column: column, in: area.row(line), of: &buffer)
            buffer.overlay(Style.plain.clicked(.row(first + line)), on: area.row(line))
        }
        let bar = Rect(x: area.maxX - 1, y: area.y, width: 1, height: area.height)
        buffer.scrollBar(in: bar, offset: first, visible: area.height, count: rows.count, theme: theme, glyphs: glyphs)
    }

    private func draw(_ row: Row, isSelected: Bool, column: Int, in area: Rect, of buffer: inout CellBuffer) {
        buffer.fill(area, style: theme[.modal])
        var line = TextLine()
        let text = theme[isSelected ? .title : .text].withoutBackground
        for piece in pieces(of: row) {
            line.append(piece.text, piece.isMatched ? theme[.unread].with([.bold, .underline]).over(text) : text)
        }
        if !row.detail.isEmpty {
            line = glyphs.cut(line, to: max(column, 4))
            line.pad(to: column)
            line.append(row.detail, theme[.dim])
        }
        let textArea = area.inset(horizontal: 1)
        if isSelected {
            buffer.drawSelected(area, theme: theme, glyphs: glyphs) {
                $0.put([line], in: textArea, ellipsis: glyphs.ellipsis)
            }
        } else {
            buffer.put([line], in: textArea, ellipsis: glyphs.ellipsis)
        }
    }

    /// Splits the text into matching and other pieces.
    private func pieces(of row: Row) -> [(text: String, isMatched: Bool)] {
        guard !row.matched.isEmpty else { return [(row.text, false)] }
        var pieces: [(text: String, isMatched: Bool)] = []
        for (index, character) in row.text.enumerated() {
            let isMatched = row.matched.contains(index)
            if let last = pieces.indices.last, pieces[last].isMatched == isMatched {
                pieces[last].text.append(character)
            } else {
                pieces.append((String(character), isMatched))
            }
        }
        return pieces
    }
}
