import EngineConcepts
import TerminalKit
import ViewModels

extension Appearance {
    /// Returns a ticket in one line: time, source and text, with search matches highlighted.
    func line(of brief: TicketBrief, sourceColumns: Int = 0) -> TextLine {
        let isWide = sourceColumns >= 16
        let time = isWide ? brief.time.text.leftPadded(to: 9) : brief.time.brief.leftPadded(to: 6)
        var line = TextLine(time + "  ", theme[.dim])
        line.append(symbol(of: brief.kind))
        if sourceColumns > 0 {
            let end = line.width + sourceColumns + 2
            line.append(glyphs.cut(brief.source, to: sourceColumns), theme[.faint])
            line.pad(to: end)
        }
        line.append(
            marked(
                brief.headline, matches: brief.headlineMatches,
                style: theme[brief.isRead ? .text : .title].withoutBackground))
        if !brief.text.isEmpty {
            line.append("  ")
            line.append(marked(brief.text, matches: brief.textMatches, style: theme[.dim]))
        }
        return line
    }

    private func marked(_ text: String, matches: [Range<Int>], style: Style) -> TextLine {
        var line = TextLine()
        let utf8 = text.utf8
        var start = utf8.startIndex
        for match in matches where match.upperBound <= utf8.count {
            let from = utf8.index(utf8.startIndex, offsetBy: match.lowerBound)
            let to = utf8.index(utf8.startIndex, offsetBy: match.upperBound)
            guard from >= start else { continue }
            line.append(String(text[start..<from]), style)
            line.append(String(text[from..<to]), theme[.match])
            start = to
        }
        line.append(String(text[start...]), style)
        return line
    }
}
