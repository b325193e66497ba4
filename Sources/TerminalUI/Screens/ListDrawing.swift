import EngineConcepts
import TerminalKit
import ViewModels

/// The drawing of the common parts of lists: the bars, the rows around the cursor, the line for text.
struct ListDrawing: StyledDrawing {
    let appearance: Appearance
    let hints: [KeyHint]

    /// The minimum columns for typed text beside a question.
    private static let minimumInputWidth = 16
    /// The minimum columns for typed text beside hints, which are left out beside a longer text.
    private static let minimumWidthBesideHints = 10

    static func content(of area: Rect) -> Rect { Bars.content(of: area).inset(horizontal: area.width < 60 ? 1 : 2) }

    /// Draws the bars of a screen, and returns the area between them.
    ///
    /// - Parameters:
    ///   - brief: The summary where there is no room for all of it, or `nil` to cut it.
    ///   - right: The right end of the top bar.
    func frame(
        title: String, summary: String, brief: String? = nil, right: TextLine = TextLine(), in area: Rect,
        of buffer: inout CellBuffer
    ) -> Rect {
        buffer.fill(area, style: theme[.text])
        bars.top(title: title, summary: summary, brief: brief, right: right, in: area.row(0), of: &buffer)
        bars.bottom(hints: hints, in: area.row(area.height - 1), of: &buffer)
        return Self.content(of: area)
    }

    /// Says that a search has found nothing.
    func sayNothingFound(_ key: MessageKey, by search: String, in area: Rect, of buffer: inout CellBuffer) {
        bars.middle(localizer(key, .text(search)), [], role: .dim, in: area, of: &buffer)
    }

    /// Returns the rows, or `nil` if there are none. An empty list says so, one that is still loading does not.
    func present<Row>(
        _ rows: [Row]?, or empty: MessageKey, _ hint: MessageKey? = nil, in area: Rect, of buffer: inout CellBuffer
    ) -> [Row]? {
        guard let rows, rows.isEmpty else { return rows }
        let hints = hint.map { [localizer($0)] } ?? []
        bars.middle(localizer(empty), hints, role: hints.isEmpty ? .dim : .title, in: area, of: &buffer)
        return nil
    }

    /// Draws a list around its row `cursor`. A click on a line chooses its row.
    ///
    /// - Parameter lines: Returns the lines of the row with an index, at least one. Called for visible rows only.
    func drawRows<Row>(
        _ rows: [Row], cursor: Int, in area: Rect, of buffer: inout CellBuffer, lines: (Int, Row) -> [TextLine]
    ) {
        drawLines(ofRows: rows.count, cursor: cursor, in: area, of: &buffer) { index in
            lines(index, rows[index]).map { ListLine(text: $0, row: index, isCurrent: index == cursor) }
        }
    }

    /// Draws the lines of `count` rows around the row `cursor`. A click on a line chooses the row that it names.
    ///
    /// - Parameter lines: Returns the lines of the row with an index, at least one. Called for visible rows only.
    func drawLines(
        ofRows count: Int, cursor: Int, in area: Rect, of buffer: inout CellBuffer, lines: (Int) -> [ListLine]
    ) {
        let visible = Self.visibleLines(of: count, cursor: cursor, height: area.height, lines: lines)
        for (row, line) in visible.enumerated() {
            let rowArea = area.row(row)
            // The margins of a list are equal. The row takes them too, so that the cursor is at the edge as in the timeline.
            let band = Rect(x: 0, y: rowArea.y, width: rowArea.maxX + rowArea.x, height: rowArea.height)
            if let index = line.row { buffer.overlay(Style.plain.clicked(.row(index)), on: band) }
            let text = glyphs.cut(line.text, to: rowArea.width - 1)
            let start = Point(x: rowArea.x + 1, y: rowArea.y)
            drawRow(in: band, of: &buffer, isSelected: line.isCurrent) { $0.put(text, at: start, in: rowArea) }
        }
    }

    /// Returns the lines that fit into `height`: the last line of the row `cursor` is visible, and as few as possible above it
    /// are not. Takes time in proportion to `height`.
    private static func visibleLines(
        of count: Int, cursor: Int, height: Int, lines: (Int) -> [ListLine]
    ) -> ArraySlice<ListLine> {
        guard count > 0 else { return [] }
        let cursor = min(max(0, cursor), count - 1)
        var above: [[ListLine]] = []
        var length = 0
        var index = cursor
        while index >= 0, length < height {
            let row = lines(index)
            above.append(row)
            length += row.count
            index -= 1
        }
        var visible = Array(above.reversed().joined()).suffix(height)
        index = cursor + 1
        while index < count, visible.count < height {
            visible += lines(index)
            index += 1
        }
        return visible.prefix(height)
    }

    /// The keys of a line that answers a question or finds words. They are fixed, because letters are typed into it.
    var answerHints: [KeyHint] {
        [appearance.hint(.named(.enter), .hintAccept), appearance.hint(.named(.escape), .hintCancel)]
    }

    /// Draws a text line in place of the bottom bar.
    ///
    /// - Parameter hints: The keys of the line, as many as fit on the right of the text. With `nil`, those of a question.
    @discardableResult
    func drawInput(
        _ input: InputLine, _ label: InputLabel, hints: [KeyHint]? = nil, in area: Rect, of buffer: inout CellBuffer
    ) -> Point {
        var row = area.row(area.height - 1)
        buffer.fill(row, style: theme[.input])
        let (whole, role, usual): (String, Role, [KeyHint]) =
            switch label {
            case .sign(let text): (text, .accent, [])
            case .question(let text): (text, .dim, answerHints)
            }
        let place = row.cutLeft(min(TextWidth.width(of: whole) + 2, row.width * 2 / 3))
        let text = glyphs.cut(whole, to: max(0, place.width - 2))
        buffer.put(" \(text) ", at: place.origin, style: theme.style(role, over: .input), in: place)
        return drawAnswer(input, hints: hints ?? usual, in: row, of: &buffer)
    }

    /// Returns the number of rows of a question with the line for its answer; see ``drawInput(_:answering:in:of:)``.
    func height(of prompt: TextPrompt, in area: Rect) -> Int { linesOfQuestion(above: prompt, in: area).count + 1 }

    /// Draws the open line of a screen in place of the bottom bar: that of a search, or a question with its answer. A question
    /// that leaves too little room for the first answer and its keys is above them.
    func drawInput(
        _ input: InputLine?, answering prompt: TextPrompt? = nil, in area: Rect, of buffer: inout CellBuffer
    ) -> Point? {
        guard let input else { return nil }
        guard let prompt else { return drawInput(input, .sign("/"), hints: answerHints, in: area, of: &buffer) }
        let lines = linesOfQuestion(above: prompt, in: area)
        guard !lines.isEmpty else { return drawInput(input, .question(prompt.question), in: area, of: &buffer) }
        var rest = area
        var row = rest.cutBottom(1)
        let above = rest.cutBottom(lines.count)
        buffer.fill(above, style: theme[.input])
        buffer.put(lines, in: above)
        buffer.fill(row, style: theme[.input])
        row.cutLeft(1)
        return drawAnswer(input, hints: answerHints, in: row, of: &buffer)
    }

    /// Returns the lines of a question above its answer, or none if it has room beside it.
    private func linesOfQuestion(above prompt: TextPrompt, in area: Rect) -> [TextLine] {
        let keys = TextLine.hints(answerHints, columns: .max, theme: theme)
        let answer = max(Self.minimumInputWidth, TextWidth.width(of: prompt.initial) + 1)
        let row = TextWidth.width(of: prompt.question) + 2 + answer + keys.width + 1
        guard row > area.width, area.height >= 6 else { return [] }
        return TextWrap.lines(
            prompt.question, theme.style(.dim, over: .input), width: max(2, area.width - 1),
            prefix: TextLine(" ", theme[.input]), maximumLines: area.height / 4, ellipsis: glyphs.ellipsis)
    }

    /// Draws the typed text, and on its right as many keys as fit.
    private func drawAnswer(_ input: InputLine, hints: [KeyHint], in row: Rect, of buffer: inout CellBuffer) -> Point {
        var row = row
        let room = max(Self.minimumWidthBesideHints, TextWidth.width(of: input.shownText) + 1)
        let keys = TextLine.hints(hints, columns: row.width - 1 - room, theme: theme, on: .input)
        if !keys.isEmpty {
            let right = row.cutRight(keys.width + 1)
            buffer.put(keys, at: right.origin, in: right)
        }
        return input.draw(in: row, of: &buffer, style: theme[.input])
    }

    static func scrollBar(of area: Rect) -> Rect { scrollBar(beside: content(of: area), in: area) }

    /// Returns the column of the scroll bar at the right edge of `area`, beside the lines that it scrolls.
    static func scrollBar(beside lines: Rect, in area: Rect) -> Rect {
        Rect(x: area.maxX - 1, y: lines.y, width: 1, height: lines.height)
    }
}

/// The label before the text of a line that is typed into.
enum InputLabel {
    /// The sign or the name of a line that a screen always has, such as `:`.
    case sign(String)
    /// A question that the text answers. It is less prominent than the answer.
    case question(String)
}

/// A line of a list as it is drawn. A row can have several.
struct ListLine {
    let text: TextLine
    /// The index of the row that it belongs to, or `nil` if a click on it has no effect.
    var row: Int?
    /// True if the cursor is on its row.
    var isCurrent = false
}
