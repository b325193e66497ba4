/// A box over the middle of a screen: a question, a message, a pop-up.
public enum Modal {
    /// Draws the box around `lines`, at most as large as `area` less a margin, and returns its inside. Shades what lies beneath
    /// if the theme can.
    @discardableResult
    public static func draw(
        title: String, lines: [TextLine], in area: Rect, of buffer: inout CellBuffer, theme: Theme, glyphs: Glyphs
    ) -> Rect {
        let content = lines.map(\.width).max() ?? 0
        let width = max(content, TextWidth.width(of: title) + 4) + 4
        let frame = area.inset(horizontal: min(2, area.width / 20))
            .centered(
                Size(width: width, height: lines.count + 2))
        buffer.overlay(Style(attributes: .dim), on: area)
        let inside =
            buffer.box(
                frame, title: TextLine(title, theme.style(.title, over: .modalFrame)), fill: theme[.modal],
                frame: theme[.modalFrame], glyphs: glyphs
            )
            .inset(horizontal: 1)
        buffer.put(lines, in: inside, over: theme[.modal], ellipsis: glyphs.ellipsis)
        return inside
    }
}

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
        let most = min(6, max(1, area.height / 2))
        var lines = TextWrap.lines(
            StyledString(text, base: theme[.toast]),
            TextWrap.Options(width: width, firstPrefix: sign, restPrefix: margin, maximumLines: most + 1))
        if lines.count > most {
            let start = most > 1 ? margin : sign
            let words = lines[most - 1].text.dropFirst(start.text.count)
            var last = start
            last.append(
                words.cut(to: width - start.width, ellipsis: glyphs.ellipsis), theme[.toast])
            lines = lines.prefix(most - 1) + [last]
        }
        let place = Rect(x: area.x, y: area.maxY - lines.count, width: area.width, height: lines.count)
        buffer.fill(place, style: theme[.toast])
        buffer.put(lines, in: place, over: theme[.toast])
        return lines.count
    }
}

extension Substring {
    /// Returns as many words as fit into `columns` before `ellipsis`, and the ellipsis; a part of a single word.
    fileprivate func cut(to columns: Int, ellipsis: String) -> String {
        var words = self
        while TextWidth.width(of: words + ellipsis) > columns, let space = words.lastIndex(of: " ") {
            words = words[..<space]
        }
        return TextWidth.truncated(words + ellipsis, to: columns, ellipsis: ellipsis)
    }
}
