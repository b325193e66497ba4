import TerminalKit
import ViewModels

/// Draws the command line over the bottom of another screen, with the commands that match above it.
struct CommandScreen {
    let look: Look
    let lists: ListScreens

    func draw(_ state: CommandLineState, input: InputLine, in area: Rect, of buffer: inout CellBuffer) -> Point {
        let theme = look.theme
        let room = max(0, min(10, area.height - 4))
        let first = max(0, min((state.chosen ?? 0) - room + 1, state.matches.count - room))
        let shown = state.matches.dropFirst(first).prefix(room)
        let column =
            (state.matches.map { TextWidth.width(of: $0.name + ($0.argument.map { " " + $0 } ?? "")) }.max() ?? 0) + 3
        var lines = shown.enumerated()
            .map { index, entry in
                let isChosen = first + index == state.chosen
                var line = TextLine(" \(entry.name)", isChosen ? theme[.tabActive] : theme.style(.title, over: .modal))
                if let argument = entry.argument { line.append(" \(argument)", theme.style(.faint, over: .modal)) }
                line.pad(to: column)
                line.append(entry.help, theme.style(.dim, over: .modal))
                return line
            }
        if let complaint = state.complaint {
            lines = [TextLine(" \(complaint)", theme.style(.warning, over: .modal))]
        }
        let top = area.maxY - 1 - lines.count
        for (index, line) in lines.enumerated() {
            let row = Rect(x: area.x, y: top + index, width: area.width, height: 1)
            buffer.fill(row, style: theme[.modal])
            buffer.put(line.truncated(to: row.width, ellipsis: look.glyphs.ellipsis), at: row.origin, in: row)
        }
        return lists.drawInput(input, prompt: state.prompt, in: area, of: &buffer)
    }
}
