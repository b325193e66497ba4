import TerminalKit
import ViewModels

/// Notes on authors beside names.
extension Appearance {
    /// The fewest columns for a note. With less room it is left out.
    private static let minimumColumns = 8
    /// The fewest columns of a screen that shows the notes of lists in rows.
    private static let columnsForLists = 80

    /// Returns the notes that rows show on a screen of `columns`: on a narrow one only the user's own.
    func notes(_ notes: [NoteText], in columns: Int) -> [NoteText] {
        columns < Self.columnsForLists ? notes.filter { $0.list == nil } : notes
    }

    /// Returns notes in one line of at most `room` columns, or an empty line without notes or room.
    func line(of notes: [NoteText], room: Int) -> TextLine {
        guard !notes.isEmpty, room >= Self.minimumColumns else { return TextLine() }
        var line = TextLine("\(glyphs.note) ", theme[.accent].withoutBackground)
        for (index, note) in notes.enumerated() {
            if index > 0 { line.append(" \(glyphs.dot) ", theme[.faint]) }
            if let list = note.list { line.append("\(list): ", theme[.faint]) }
            line.append(note.text, theme[note.list == nil ? .accent : .dim].withoutBackground)
        }
        return glyphs.cut(line, to: room)
    }

    /// Returns notes in full, each from a line of its own.
    func lines(of notes: [NoteText], width: Int) -> [TextLine] {
        notes.flatMap { note -> [TextLine] in
            var prefix = TextLine("\(glyphs.note) ", theme[.accent].withoutBackground)
            if let list = note.list { prefix.append("\(list): ", theme[.faint]) }
            let text = note.label.map { "\(note.text)  #\($0)" } ?? note.text
            return TextWrap.lines(
                StyledString(text, base: theme[note.list == nil ? .accent : .dim].withoutBackground),
                TextWrap.Options(
                    width: width, firstPrefix: prefix, restPrefix: .spaces(2), maximumLines: 4,
                    ellipsis: glyphs.ellipsis))
        }
    }
}
