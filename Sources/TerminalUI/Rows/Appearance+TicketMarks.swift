import EngineConcepts
import TerminalKit
import ViewModels

extension Appearance {
    /// Returns the user's reactions to a ticket as symbols. A second symbol marks one that is not confirmed; one that
    /// is being undone is faint.
    func line(of marks: [ReactionMark]) -> TextLine {
        var line = TextLine()
        for mark in marks {
            line.append(glyph(of: mark.reaction), mark.isSet ? theme[.star] : theme[.faint])
            switch mark.progress {
            case .settled: break
            case .underWay: line.append(glyphs.underWay, theme[.dim])
            case .uncertain: line.append("?", theme[.warning])
            }
            line.append(" ")
        }
        return line
    }

    /// Returns a count or a note, behind its symbol.
    func line(of fact: FactText) -> TextLine {
        switch fact.role {
        case .boosts: TextLine("\(glyphs.boost) \(fact.text)", theme[.dim])
        case .likes: TextLine("\(glyphs.star) \(fact.text)", theme[.star])
        case .replies: TextLine("\(glyphs.reply) \(fact.text)", theme[.dim])
        case .points: TextLine(fact.text, theme[.points])
        case .media: TextLine("\(glyphs.media) \(fact.text)", theme[.dim])
        case .note: TextLine(fact.text, theme[.faint])
        }
    }

    /// Returns a content warning, and the key that reveals the text behind it.
    func line(ofWarning warning: String, key: String) -> TextLine {
        TextLine("\(glyphs.warning) \(warning)", theme[.contentWarning])
            + TextLine("   \(key)", theme[.key]) + TextLine(" \(localizer(.showWarned))", theme[.faint])
    }

    /// Returns the reason why a ticket is here, behind its symbol.
    func line(of context: ContextText) -> TextLine {
        TextLine([glyph(of: context.kind), context.text].compactMap(\.self).joined(separator: " "), theme[.boost])
    }

    /// Returns the symbol of the reason why a ticket is here, or `nil` for most news.
    func glyph(of kind: Presentation.Context.Kind?) -> String? {
        switch kind {
        case .boost: glyphs.boost
        case .reply, .mention: glyphs.reply
        case .like: glyphs.like
        case .pin: glyphs.bookmark
        case nil: nil
        }
    }

    private func glyph(of reaction: Reaction) -> String {
        switch reaction {
        case .like: glyphs.like
        case .boost: glyphs.boost
        case .bookmark: glyphs.bookmark
        }
    }
}
