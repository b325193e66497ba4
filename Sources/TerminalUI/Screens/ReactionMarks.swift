import EngineConcepts
import TerminalKit
import ViewModels

extension RenderStyle {
    /// The user's reactions to a ticket as symbols. A second symbol marks one that is not confirmed; one that is
    /// being undone is faint.
    func line(of marks: [ReactionMark]) -> TextLine {
        var line = TextLine()
        for mark in marks {
            line.append(glyph(of: mark.reaction), mark.stands ? theme[.star] : theme[.faint])
            switch mark.progress {
            case .settled: break
            case .underWay: line.append(glyphs.underWay, theme[.dim])
            case .uncertain: line.append("?", theme[.warning])
            }
            line.append(" ")
        }
        return line
    }

    private func glyph(of reaction: Reaction) -> String {
        switch reaction {
        case .like: glyphs.like
        case .boost: glyphs.boost
        case .bookmark: glyphs.bookmark
        }
    }
}
