import EngineConcepts
import TerminalKit
import ViewModels

/// The layout of rows of one line: a table with the columns time, source, title, and topics with marks.
extension TicketRowLayout {
    func compactLine(of row: TicketRow) -> RowLine {
        let source = sourceCell(of: row)
        let room = max(1, columns.textWidth - source.width)
        var line = source
        if case .muffled(let rule) = row.emphasis {
            let muffledLine = muffled(row, by: rule, room: room)
            line.append(muffledLine.left)
            return RowLine(left: line, right: muffledLine.right)
        }
        let right = compactEnd(of: row, room: room)
        let titleRoom = max(1, room - (right.isEmpty ? 0 : right.width + 2))
        line.append(glyphs.cut(compactTitle(of: row, room: titleRoom), to: titleRoom))
        return RowLine(left: line, right: right)
    }

    /// Returns the symbol and the name of the source, as wide as the column.
    private func sourceCell(of row: TicketRow) -> TextLine {
        var line = appearance.symbol(of: row.kind)
        let end = line.width + columns.source
        line.append(glyphs.cut(row.source, to: columns.source), theme[.dim])
        line.pad(to: end + 2)
        return line
    }

    private func compactTitle(of row: TicketRow, room: Int) -> TextLine {
        var line = TextLine()
        if let symbol = appearance.glyph(of: row.context?.kind) { line.append("\(symbol) ", theme[.boost]) }
        line.append(headline(of: row).title)
        if let warning = row.warning {
            line.append("  \(glyphs.warning) \(warning)", theme[.contentWarning])
        } else if let text = row.excerpt.blocks.first?.text {
            line.append("  \(TextWidth.prefix(of: text, columns: max(0, room - line.width)).text)", theme[.dim])
        }
        return line
    }

    /// Returns the topics and the marks. Topics take a sixth of `room`, or what the title leaves.
    private func compactEnd(of row: TicketRow, room: Int) -> TextLine {
        let headline = headline(of: row)
        var line = headline.badges
        let notes = appearance.line(of: headline.notes, room: columns.width < 100 ? 16 : 24)
        if columns.width >= 60, !notes.isEmpty {
            line.append(notes)
            line.append("  ")
        }
        if row.alsoOn != nil { line.append("\(glyphs.duplicate) ", theme[.faint]) }
        line.append(headline.userMarks)
        guard columns.width >= 80 else { return line }
        let left = room - headline.title.width - line.width - 4
        if let topics = headline.topics(room: max(room / 6, left)) { line.append(topics) }
        return line
    }
}

extension RowColumns {
    /// Returns the width of the column for these sources: that of the longest name, but at most a quarter of the screen
    /// with the symbol, so that titles have the room.
    static func sourceWidth(of rows: some Sequence<TimelineRow>, width: Int) -> Int {
        let names = Set(rows.compactMap { $0.ticket?.source })
        let longest = names.widest { $0 }
        return max(4, min(longest, width / 4 - 4))
    }
}
