import EngineConcepts
import Localization
import TerminalKit
import ViewModels

/// Lays out the row of a gap. A full gap is a box with its size, its sources, the cause and the keys. A partial gap, in which
/// only some sources are missing, is one line: `╌╌ 3 sources not loaded 17:57–09:02 ╌╌ ⏎ fill`.
struct GapRowLayout: StyledDrawing {
    let appearance: Appearance
    let columns: RowColumns
    let density: Density
    let keys: ShownKeys

    /// Returns true if the gap is drawn as a box.
    func isBox(_ row: GapRow) -> Bool { row.gap.kind == .full && density != .compact }

    /// Returns the lines of the row, over the full width of the screen.
    func lines(of row: GapRow) -> RowLines {
        RowLines(lines: isBox(row) ? box(row) : singleLine(row), space: density.rowSpace)
    }

    // MARK: The line

    /// Returns one line, and below it the cause if that does not fit into the line. In the compact density there is no second
    /// line.
    ///
    /// The times must stay readable on narrow screens. So the names of the sources are shortened first, then the words of the
    /// offer are left out, and at last the dashes before the text.
    private func singleLine(_ row: GapRow) -> [RowLine] {
        let head = " \(dashes(columns.text - 2)) "
        let whole = right(of: row, room: columns.width / 3)
        let brief = shortened(whole, of: row)
        let forms: [(head: String, right: TextLine)] = [(head, whole), (head, brief), (" ", brief)]
        let sizes = [row.size] + row.briefSizes
        func fitting(_ form: (head: String, right: TextLine)) -> String? {
            let room = columns.width - form.right.width - 3 - TextWidth.width(of: form.head)
            return sizes.first { TextWidth.width(of: $0) <= room }
        }
        let form = forms.first { fitting($0) != nil } ?? forms[forms.count - 1]
        let right = form.right
        let room = columns.width - right.width - 3
        var left = TextLine(form.head, theme[.gap])
        left.append(fitting(form) ?? sizes[sizes.count - 1], theme[.gap])
        if row.gap.kind == .full { left.append("  \(row.sources)", theme[.dim]) }
        var below: [TextLine] = []
        if let cause = row.cause {
            let causeLine = TextLine("  \(cause)", theme[.dim])
            if left.width + causeLine.width <= room || density == .compact {
                left.append(causeLine)
            } else {
                below = wrapped(cause, to: columns.width - columns.text - 3)
            }
        }
        left = glyphs.cut(left, to: room)
        if left.width < room { left.append(" \(dashes(room - left.width - 1))", theme[.gap]) }
        return [RowLine(left: left, right: right)] + below.map { RowLine(left: TextLine.spaces(columns.text) + $0) }
    }

    /// Returns the actions without words, if they are none but an offer.
    private func shortened(_ actions: TextLine, of row: GapRow) -> TextLine {
        if case .idle = row.activity { TextLine(keys[.open], theme[.dim]) } else { actions }
    }

    private func wrapped(_ cause: String, to width: Int) -> [TextLine] {
        TextWrap.lines(cause, theme[.dim], width: max(1, width))
    }

    // MARK: The box

    private func box(_ row: GapRow) -> [RowLine] {
        let inner = columns.width - 8
        let right = right(of: row, room: inner * 2 / 3)
        let sources = TextLine(row.sources, theme[.text].withoutBackground)
        let rest = row.cause.map { sources + TextLine("   ") + TextLine($0, theme[.dim]) } ?? sources
        let content = TextLine(row.size, theme[.gapTitle]) + TextLine("   ") + rest
        var lines: [RowLine] = []
        if content.width + 3 + right.width <= inner {
            lines = [framed(content, right, inner: inner)]
        } else {
            // If it does not fit on one line: the complete size with the possible actions, then the sources and the
            // complete cause.
            lines = sizeLines(row.size, with: right, inner: inner)
            let below = rest.width <= inner ? [rest] : [sources] + (row.cause.map { wrapped($0, to: inner) } ?? [])
            lines += below.map { framed($0, TextLine(), inner: inner) }
        }
        let corners = glyphs.corners
        let edge = dashes(columns.width - 6)
        return [RowLine(left: TextLine("  \(corners.topLeft)\(edge)\(corners.topRight)", theme[.gap]))] + lines
            + [RowLine(left: TextLine("  \(corners.bottomLeft)\(edge)\(corners.bottomRight)", theme[.gap]))]
    }

    /// Returns the complete size, with the actions beside its first line, or beside or below its last one if they leave too
    /// little room, as the progress of a fill does on a narrow screen.
    private func sizeLines(_ size: String, with right: TextLine, inner: Int) -> [RowLine] {
        let beside = inner - right.width - 2
        let isBeside = beside >= inner / 2
        let sizes = TextWrap.lines(size, theme[.gapTitle], width: max(1, isBeside ? beside : inner))
        let fits = isBeside || sizes.last.map { $0.width <= beside } ?? false
        let line = isBeside ? 0 : sizes.count - 1
        let lines = sizes.enumerated().map { framed($1, $0 == line && fits ? right : TextLine(), inner: inner) }
        return fits ? lines : lines + [framed(TextLine(), right, inner: inner)]
    }

    private func framed(_ left: TextLine, _ right: TextLine, inner: Int) -> RowLine {
        let room = inner - (right.isEmpty ? 0 : right.width + 2)
        let content = glyphs.cut(left, to: max(room, 1))
        return RowLine(
            left: TextLine("  \(glyphs.gapVertical) ", theme[.gap]) + content,
            right: right + TextLine(" \(glyphs.gapVertical) ", theme[.gap]))
    }

    // MARK: Actions

    private func right(of row: GapRow, room: Int) -> TextLine {
        switch row.activity {
        case .unfillable(let text): return TextLine(text, theme[.faint])
        case .filling(let text, let progress): return filling(text, progress, room: room)
        case .idle(let offer):
            var line = keyed(keys[.open], offer, .dim)
            guard isBox(row) else { return line }
            // The gap at the end of the timeline has one side only.
            let fromBelow =
                row.gap.timeframe.end.isFinite ? [(keys[.fillFromBelow], localizer(.gapFromBelow))] : []
            for (key, text) in fromBelow + [(keys[.fillAll], localizer(.gapAll))] where !key.isEmpty {
                let more = keyed(key, text, .dim)
                guard line.width + 3 + more.width <= room, columns.width >= 100 else { break }
                line.append("   ")
                line.append(more)
            }
            return line
        }
    }

    private func filling(_ text: String, _ progress: FillProgress?, room: Int) -> TextLine {
        var line = TextLine("\(glyphs.refresh) \(text)", theme[.gap])
        if let progress, progress.requestedCount > 0 {
            let counts = [progress.answeredCount, progress.requestedCount].map { localizer.grouped($0) }
            line.append(" \(counts[0])/\(counts[1]) ", theme[.gap])
            line.append(
                .gauge(progress.answeredCount, of: progress.requestedCount, columns: 5, theme: theme, glyphs: glyphs))
        }
        let stop = keyed("   \(keys[.cancel])", localizer(.gapStops), .dim)
        if line.width + stop.width <= room { line.append(stop) }
        return glyphs.cut(line, to: max(room, 1))
    }

    private func dashes(_ count: Int) -> String { String(repeating: glyphs.uncovered, count: max(0, count)) }
}
