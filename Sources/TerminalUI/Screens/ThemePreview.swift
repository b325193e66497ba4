import EngineConcepts
import TerminalKit
import ViewModels

/// A few sample rows in the current style.
struct ThemePreview {
    let look: RenderStyle

    private var theme: Theme { look.theme }
    private var glyphs: Glyphs { look.glyphs }

    /// The lines, each cut to `width`.
    func lines(width: Int) -> [TextLine] {
        guard width > 0 else { return [] }
        let rule = TextLine(String(repeating: glyphs.line, count: width), theme[.rule])
        return ([rule, byline, text, facts] + [gap, states]).map { $0.truncated(to: width, ellipsis: glyphs.ellipsis) }
    }

    private func ink(_ role: Role) -> Style { theme[role].on(.inherited) }

    private var byline: TextLine {
        TextLine([
            TextRun("\(glyphs.unread) ", ink(.unread)), TextRun("Pit Wall ", ink(.byline)),
            TextRun(glyphs.verified, ink(.verified)), TextRun("  @pitwall", ink(.faint)), TextRun("   4m", ink(.dim)),
            TextRun("   \(glyphs.kindMastodon) mastodon", ink(.kindMastodon)),
            TextRun("   \(glyphs.kindBluesky) bluesky", ink(.kindBluesky)),
            TextRun("   \(glyphs.kindFeed) feed", ink(.kindFeed)),
            TextRun("   \(glyphs.kindHackerNews) hn", ink(.kindHackerNews)),
        ])
    }

    private var text: TextLine {
        TextLine([
            TextRun(look.wording(.previewStart), ink(.text)), TextRun("@car14", ink(.mention)),
            TextRun(look.wording(.previewTyres), ink(.text)),
            TextRun(look.wording(.previewEmphasis), theme[.emphasis].over(ink(.text))),
            TextRun(look.wording(.previewBehind), ink(.text)),
            TextRun("#BahrainGP", ink(.tag)), TextRun("  race.example/call", ink(.link)),
            TextRun("  let x = 1", ink(.code)),
        ])
    }

    private var facts: TextLine {
        TextLine([
            TextRun("\(glyphs.boost) 128", ink(.boost)), TextRun("   \(glyphs.star) 2.1k", ink(.star)),
            TextRun("   \(look.wording(.factPoints, "214", .number(214)))", ink(.points)),
            TextRun("   \(glyphs.warning) \(look.wording(.previewWarning))", ink(.contentWarning)),
            TextRun("   ", ink(.text)), TextRun(" \(look.wording(.previewFound)) ", theme[.match]),
            TextRun("   ", ink(.text)),
            TextRun(" fiber ", theme[.plate]),
        ])
    }

    private var gap: TextLine {
        TextLine([
            TextRun(String(repeating: glyphs.uncovered, count: 3), ink(.gap)),
            TextRun(" \(look.wording(.previewGap)) ", ink(.gapTitle)),
            TextRun(String(repeating: glyphs.uncovered, count: 12), ink(.gap)),
        ])
    }

    private var states: TextLine {
        var line = TextLine([
            TextRun("\(look.wording(.previewWell)) ", ink(.ok)),
            TextRun("  \(look.wording(.previewSlow)) ", ink(.warning)),
            TextRun("  \(look.wording(.previewFailed)) ", ink(.error)),
            TextRun("  \(look.wording(.mutedBy))   ", ink(.muffled)),
        ])
        line.append(.gauge(5, of: 12, columns: 12, theme: theme, glyphs: glyphs))
        return line
    }
}
