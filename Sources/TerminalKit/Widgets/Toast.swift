/// A transient message over the last lines of an area.
public enum Toast {
    /// The kind of a message.
    public enum Kind: Hashable, Sendable {
        /// Success.
        case notice
        /// An error.
        case warning
    }

    /// Draws the message over as many of the last rows of `area` as it needs: at most six, and at most half of the area. Longer
    /// messages end at a word.
    ///
    /// - Returns: The number of rows.
    @discardableResult
    public static func draw(
        _ text: String, _ kind: Kind, in area: Rect, of buffer: inout CellBuffer, theme: Theme, glyphs: Glyphs
    ) -> Int {
        var sign = TextLine(" ", theme[.toast])
        switch kind {
        case .notice: sign.append(glyphs.notice + " ", theme.style(.ok, over: .toast))
        case .warning: sign.append(glyphs.warning + " ", theme.style(.warning, over: .toast))
        }
        var margin = TextLine()
        margin.pad(to: sign.width)
        let width = max(1, area.width - 1)
        let maximumLines = min(6, max(1, area.height / 2))
        var lines = TextWrap.lines(
            StyledString(text, base: theme[.toast]),
            TextWrap.Options(width: width, firstPrefix: sign, restPrefix: margin, maximumLines: maximumLines + 1))
        if lines.count > maximumLines {
            let start = maximumLines > 1 ? margin : sign
            let rest = lines[maximumLines - 1].text.dropFirst(start.text.count)
            var last = start
            last.append(rest.cut(to: width - start.width, ellipsis: glyphs.ellipsis), theme[.toast])
            lines = lines.prefix(maximumLines - 1) + [last]
        }
        let toastArea = Rect(x: area.x, y: area.maxY - lines.count, width: area.width, height: lines.count)
        buffer.fill(toastArea, style: theme[.toast])
        buffer.put(lines, in: toastArea, over: theme[.toast])
        return lines.count
    }
}

extension Substring {
    /// Returns as many words as fit into `columns` before `ellipsis`, and the ellipsis; a part of a single word.
    fileprivate func cut(to columns: Int, ellipsis: String) -> String {
        var text = self
        while TextWidth.width(of: text + ellipsis) > columns, let space = text.lastIndex(of: " ") {
            text = text[..<space]
        }
        return TextWidth.truncated(text + ellipsis, to: columns, ellipsis: ellipsis)
    }
}
