import EngineConcepts
import TerminalKit
import ViewModels

/// The drawing of the help: the keys and commands by their contexts.
struct HelpScreen: ListBasedDrawing {
    let lists: ListDrawing

    /// The most columns of a line, so that the name of a command is not far from its description.
    private static let maximumWidth = 115
    /// The columns from which there is room to align descriptions with those behind long names of commands without keys.
    private static let wideWidth = 100

    /// Draws the help, below the filter line while that is open. Returns the position of the input cursor, if there is one.
    func draw(_ state: HelpState, input: InputLine?, in area: Rect, of buffer: inout CellBuffer) -> Point? {
        let content = lists.frame(title: localizer(.helpTitle), summary: state.search, in: area, of: &buffer)
        if state.sections.isEmpty {
            bars.middle(localizer(.helpNothingFound, .text(state.search)), [], role: .dim, in: content, of: &buffer)
        }
        let entries = state.sections.flatMap(\.entries)
        let aligned = content.width < Self.wideWidth ? entries.filter { !$0.isTyped } : entries
        let column = min(22, aligned.widest { $0.keys })
        let width = min(Self.maximumWidth, content.width - 1)
        let lines = state.sections.flatMap { section -> [TextLine] in
            [TextLine(section.title, theme[.heading])]
                + section.entries.map { helpLine($0, column: column, width: width) } + [TextLine()]
        }
        buffer.put(lines, from: state.scroll.offset, in: content, over: theme[.text])
        drawScrollBar(state.scroll, in: ListDrawing.scrollBar(of: area), of: &buffer)
        return lists.drawInput(input, in: area, of: &buffer)
    }

    /// Returns the keys, their description, and on the right the name of the command if there is room.
    private func helpLine(_ entry: HelpEntry, column: Int, width: Int) -> TextLine {
        var line = TextLine("  \(entry.keys)", theme[.text].withoutBackground.with(.bold))
        line.pad(to: max(column + 4, line.width + 2))
        line.append(entry.help, theme[.dim])
        // A command without keys is shown in their place already.
        guard !entry.isTyped else { return glyphs.cut(line, to: width) }
        let name = TextWidth.width(of: entry.command)
        guard line.width + 2 + name <= width else { return glyphs.cut(line, to: width) }
        line.pad(to: width - name)
        line.append(entry.command, theme[.faint])
        return line
    }
}
