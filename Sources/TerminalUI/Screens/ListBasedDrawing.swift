import TerminalKit

/// A screen that has the parts of lists.
protocol ListBasedDrawing: StyledDrawing {
    var lists: ListDrawing { get }
}

extension ListBasedDrawing {
    var appearance: Appearance { lists.appearance }

    /// Returns the lines of a text with a margin, cut after `maximumLines`. An empty text has an empty line.
    func paragraph(_ text: String, _ style: Style, width: Int, maximumLines: Int) -> [TextLine] {
        let margin = TextLine(" ", style)
        let lines = TextWrap.lines(
            text, style, width: max(2, width), prefix: margin, maximumLines: max(1, maximumLines),
            ellipsis: glyphs.ellipsis)
        return lines.isEmpty ? [margin] : lines
    }

    /// Returns the lines of a text on a sheet at the bottom of `area`, of whose height it takes one part in `share` at most.
    func sheetText(_ text: String, _ role: Role, in area: Rect, share: Int = 4) -> [TextLine] {
        paragraph(text, theme.style(role, over: .modal), width: area.width - 1, maximumLines: area.height / share)
    }

    /// Returns a line with `right` at its end. `left` is cut before the gap between them, but keeps a minimum of columns.
    func joined(_ left: TextLine, _ right: TextLine, width: Int, gap: Int = 2, minimum: Int = 8) -> TextLine {
        var line = glyphs.cut(left, to: max(minimum, width - right.width - gap))
        line.pad(to: width - right.width)
        line.append(right)
        return line
    }
}
