import EngineConcepts
import TerminalKit
import ViewModels

/// The drawing of the settings under headings, each with its choices, and below the current one the origin of its value.
struct SettingsScreen: ListBasedDrawing {
    let lists: ListDrawing

    /// The minimum number of lines above the preview of the theme. With less room there is no preview.
    private static let minimumLines = 11

    func draw(_ state: SettingsState, input: InputLine?, in area: Rect, of buffer: inout CellBuffer) -> Point? {
        var content = lists.frame(title: localizer(.settingsTitle), summary: state.search, in: area, of: &buffer)
        if let prompt = state.prompt { content.cutBottom(lists.height(of: prompt, in: area) - 1) }
        let preview = ThemePreview(appearance: appearance).lines(width: content.width - 4)
        if content.height >= Self.minimumLines + preview.count {
            buffer.put(preview, in: content.cutBottom(preview.count).inset(horizontal: 2), over: theme[.text])
        }
        if state.rows.isEmpty {
            lists.sayNothingFound(.settingsNothingFound, by: state.search, in: content, of: &buffer)
        }
        let column = state.rows.widest { $0.title } + 5
        let isRoomy = content.height >= 12
        lists.drawLines(ofRows: state.rows.count, cursor: state.cursor, in: content, of: &buffer) { index in
            lines(of: index, state, column: column, width: content.width, isRoomy: isRoomy)
        }
        return lists.drawInput(input, answering: state.prompt, in: area, of: &buffer)
    }

    /// Returns the lines of a setting: the heading above it, if it has one, its title and value, and the detail of the current
    /// setting.
    ///
    /// - Parameters:
    ///   - column: The column of the values.
    ///   - isRoomy: True if there is room for an empty line above each heading but the first.
    private func lines(of index: Int, _ state: SettingsState, column: Int, width: Int, isRoomy: Bool) -> [ListLine] {
        let row = state.rows[index]
        let isSelected = index == state.cursor
        var lines: [ListLine] = []
        if let heading = row.heading {
            if isRoomy, index > 0 { lines.append(ListLine(text: TextLine())) }
            lines.append(ListLine(text: TextLine("  ") + TextLine(heading, theme[.heading].withoutBackground)))
        }
        let text = setting(row, column: column, width: width, isCurrent: isSelected)
        lines.append(ListLine(text: text, row: index, isCurrent: isSelected))
        guard isSelected else { return lines }
        return lines + detail(row.detail, width: width - 1).map { ListLine(text: $0, row: index, isCurrent: true) }
    }

    private func detail(_ text: String, width: Int) -> [TextLine] {
        TextWrap.lines(text, theme[.dim].withoutBackground, width: width, prefix: TextLine("    "))
    }

    /// Returns a setting: its name, marked if it was changed here, and all its choices, or only its value if there is
    /// no room. A click on a choice of the current setting chooses it.
    private func setting(_ row: SettingsState.Row, column: Int, width: Int, isCurrent: Bool) -> TextLine {
        let title =
            TextLine(row.isChosen ? "\(glyphs.unread) " : "  ", theme[.accent].withoutBackground)
            + TextLine(row.title, theme[.text].withoutBackground)
        var line = title
        line.pad(to: column)
        let tabs = Tabs(
            row.options, selected: row.selected, columns: width - column - 2,
            areClickable: isCurrent, theme: theme, glyphs: glyphs)
        if tabs.isRoomy {
            line.append(tabs.line)
            return line
        }
        let value = glyphs.cut(row.value, to: max(8, width - min(column, width / 2) - 3))
        let valueColumn = max(0, width - TextWidth.width(of: value) - 3)
        var name = glyphs.cut(title, to: max(0, valueColumn - 1))
        name.pad(to: row.options.isEmpty ? min(column, valueColumn) : valueColumn)
        name.append(" \(value) ", theme[.tabActive])
        return name
    }
}
