import EngineConcepts
import TerminalKit
import ViewModels

/// The layout of rows by the user's template.
extension TicketRowLayout {
    /// Returns the lines of the row without those whose fields are all empty.
    func lines(of row: TicketRow, by template: RowTemplate) -> RowLines {
        var lines: [RowLine] = []
        var boxes: [PictureBox] = []
        for line in template.lines {
            switch line {
            case .text(let count):
                guard row.warning == nil else {
                    lines.append(rowLine(text(of: row), cutTo: columns.textWidth))
                    continue
                }
                let layout = textWithPictures(of: row, maximumLines: count, from: lines.count)
                lines += layout.lines
                boxes += layout.boxes
            case .pieces(let left, let right):
                if let line = self.line(left, right, of: row) { lines.append(line) }
            }
        }
        // A row has at least one line, or the cursor could not be shown.
        if lines.isEmpty { lines = [RowLine(left: headline(of: row).title)] }
        return RowLines(time: time(of: row), lines: lines, space: density.rowSpace, pictures: boxes)
    }

    /// Returns a line of pieces, or `nil` if all its fields are empty.
    private func line(_ left: [RowTemplate.Piece], _ right: [RowTemplate.Piece], of row: TicketRow) -> RowLine? {
        let (atLeft, atRight) = (set(left, of: row), set(right, of: row))
        guard atLeft.hasContent || atRight.hasContent else { return nil }
        let end = glyphs.cut(atRight.line, to: columns.textWidth)
        let room = columns.textWidth - end.width - (end.isEmpty ? 0 : 2)
        return RowLine(left: glyphs.cut(atLeft.line, to: max(0, room)), right: end)
    }

    private func set(_ pieces: [RowTemplate.Piece], of row: TicketRow) -> (line: TextLine, hasContent: Bool) {
        var line = TextLine()
        var hasContent = false
        for piece in pieces {
            switch piece {
            case .literal(let text): line.append(text, theme[.faint])
            case .field(let field, let fixed):
                var value = self.value(field, of: row)
                hasContent = hasContent || !value.isEmpty
                let end = line.width + (fixed?.count ?? 0)
                if let fixed { value = glyphs.cut(value, to: fixed.count) }
                if fixed?.isAtRight == true { line.pad(to: end - value.width) }
                line.append(value)
                line.pad(to: end)
            }
        }
        return (line, hasContent)
    }

    private func value(_ field: RowField, of row: TicketRow) -> TextLine {
        switch field {
        case .title: headline(of: row).title
        case .author: TextLine(row.byline?.name ?? "", theme[headline(of: row).nameRole].withoutBackground)
        case .handle: TextLine(row.byline?.handle ?? "", theme[.faint])
        case .text: text(of: row)
        case .source: TextLine(row.source, theme[.dim])
        case .kind: kind(of: row)
        case .note: appearance.line(of: headline(of: row).notes, room: columns.textWidth)
        case .topics: TextLine(row.topics.joined(separator: " \(glyphs.dot) "), theme[.faint])
        case .marks: headline(of: row).marks
        case .counts: footer(of: row).facts(room: columns.textWidth, withStory: false)
        case .link: TextLine(row.link ?? "", theme[.link])
        case .via: row.context.map { appearance.line(of: $0) } ?? TextLine()
        case .also: TextLine(row.alsoOn.map { "\(glyphs.duplicate) \($0)" } ?? "", theme[.faint])
        }
    }

    /// Returns the text in one line, or the content warning with the key that reveals it.
    private func text(of row: TicketRow) -> TextLine {
        guard row.warning == nil else { return warning(of: row) }
        let text = row.excerpt.blocks.first?.text ?? ""
        return TextLine(glyphs.cut(text, to: columns.textWidth), theme[.dim])
    }

    private func kind(of row: TicketRow) -> TextLine {
        let (glyph, role) = appearance.kind(row.kind)
        return TextLine(glyph, theme[role])
    }
}
