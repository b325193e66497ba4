import EngineConcepts
import TerminalKit
import ViewModels

/// The drawing of the help: the keys and commands by their contexts.
struct HelpScreen: ListBasedDrawing {
    let lists: ListDrawing

    /// The most columns of a line, so that the name of a command is not far from its description.
    private static let maximumWidth = 115
    /// The minimum columns for a description.
    private static let minimumWidth = 12

    /// Draws the help, below the filter line while that is open. Returns the position of the input cursor, if there is one.
    ///
    /// - Parameter lines: All lines of the help, for the width of the list.
    func draw(
        _ state: HelpState, lines: [TextLine], input: InputLine?, in area: Rect, of buffer: inout CellBuffer
    ) -> Point? {
        let content = lists.frame(title: localizer(.helpTitle), summary: state.search, in: area, of: &buffer)
        if state.sections.isEmpty {
            lists.sayNothingFound(.helpNothingFound, by: state.search, in: content, of: &buffer)
        }
        buffer.put(lines, from: state.scroll.offset, in: content, over: theme[.text])
        drawScrollBar(state.scroll, in: ListDrawing.scrollBar(of: area), of: &buffer)
        return lists.drawInput(input, in: area, of: &buffer)
    }

    /// Returns all lines of the help: the sections, each below its heading.
    func lines(of sections: [HelpSection], width: Int) -> [TextLine] {
        let column = min(22, sections.flatMap(\.entries).widest(shownKeys))
        let width = min(Self.maximumWidth, width - 1)
        return sections.flatMap { section -> [TextLine] in
            [TextLine(section.title, theme[.heading])]
                + section.entries.flatMap { lines(of: $0, column: column, width: width) } + [TextLine()]
        }
    }

    /// Returns the keys, their description, and the name of the command at the right end: below the description if there is
    /// no room beside it.
    private func lines(of entry: HelpEntry, column: Int, width: Int) -> [TextLine] {
        var keys = TextLine("  \(shownKeys(of: entry))", theme[.text].withoutBackground.with(.bold))
        keys.pad(to: max(column + 4, keys.width + 2))
        var lines = TextWrap.lines(
            StyledString(entry.help, base: theme[.dim]),
            TextWrap.Options(
                width: max(width, keys.width + Self.minimumWidth), firstPrefix: keys, restPrefix: .spaces(keys.width)))
        let name = TextWidth.width(of: entry.command)
        var last = lines.popLast() ?? keys
        if last.width + 2 + name > width {
            lines.append(last)
            last = TextLine()
        }
        last.pad(to: width - name)
        last.append(entry.command, theme[.faint])
        return (lines + [last]).map { glyphs.cut($0, to: width) }
    }

    /// Returns the keys, or the sign before a typed command for one without keys.
    private func shownKeys(of entry: HelpEntry) -> String { entry.isTyped ? ":" : entry.keys }
}
