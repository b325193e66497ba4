import EngineConcepts
import TerminalKit
import ViewModels

/// The preview of a theme: a few sample rows in the current style.
struct ThemePreview: StyledDrawing {
    let appearance: Appearance

    /// Returns the lines, each cut to `width`.
    func lines(width: Int) -> [TextLine] {
        guard width > 0 else { return [] }
        let rule = TextLine(String(repeating: glyphs.line, count: width), theme[.rule])
        return [rule, byline, text, facts, gap, states].map { glyphs.cut($0, to: width) }
    }

    private func withoutBackground(_ role: Role) -> Style { theme[role].withoutBackground }

    /// The kinds of source in the preview.
    private static let kinds: [SupplierKind] = ["mastodon", "bluesky", "feed", "hackernews"]

    private var byline: TextLine {
        let kinds = Self.kinds.compactMap { id in
            appearance.kinds[id]
                .map { kind in
                    let (glyph, role) = appearance.kind(id)
                    return TextRun("   \(glyph) \(kind.name)", withoutBackground(role))
                }
        }
        return TextLine(
            [
                TextRun("\(glyphs.unread) ", withoutBackground(.unread)),
                TextRun("Pit Wall ", withoutBackground(.byline)),
                TextRun(glyphs.verified, withoutBackground(.verified)),
                TextRun("  @pitwall", withoutBackground(.faint)), TextRun("   4m", withoutBackground(.dim)),
            ] + kinds)
    }

    private var text: TextLine {
        TextLine([
            TextRun(localizer(.previewStart), withoutBackground(.text)),
            TextRun("@car14", withoutBackground(.mention)),
            TextRun(localizer(.previewTyres), withoutBackground(.text)),
            TextRun(localizer(.previewEmphasis), theme[.emphasis].over(withoutBackground(.text))),
            TextRun(localizer(.previewBehind), withoutBackground(.text)),
            TextRun("#BahrainGP", withoutBackground(.tag)), TextRun("  race.example/call", withoutBackground(.link)),
            TextRun("  let x = 1", withoutBackground(.code)),
        ])
    }

    private var facts: TextLine {
        TextLine([
            TextRun("\(glyphs.boost) 128", withoutBackground(.boost)),
            TextRun("   \(glyphs.star) 2.1k", withoutBackground(.star)),
            TextRun("   \(localizer(.factPoints, "214", .number(214)))", withoutBackground(.points)),
            TextRun("   \(glyphs.warning) \(localizer(.previewWarning))", withoutBackground(.contentWarning)),
            TextRun("   ", withoutBackground(.text)),
            TextRun(" \(localizer(.previewFound)) ", theme[.match]),
            TextRun("   ", withoutBackground(.text)),
            TextRun(" fiber ", theme[.plate]),
        ])
    }

    private var gap: TextLine {
        TextLine([
            TextRun(String(repeating: glyphs.uncovered, count: 3), withoutBackground(.gap)),
            TextRun(" \(localizer(.previewGap)) ", withoutBackground(.gapTitle)),
            TextRun(String(repeating: glyphs.uncovered, count: 12), withoutBackground(.gap)),
        ])
    }

    private var states: TextLine {
        var line = TextLine([
            TextRun("\(localizer(.previewHealthy)) ", withoutBackground(.ok)),
            TextRun("  \(localizer(.previewSlow)) ", withoutBackground(.warning)),
            // Without colours, errors are underlined, but not the spaces beside them.
            TextRun("  "), TextRun(localizer(.previewFailed), withoutBackground(.error)),
            TextRun("   \(localizer(.muffledBadge))   ", withoutBackground(.muffled)),
        ])
        line.append(.gauge(5, of: 12, columns: 12, theme: theme, glyphs: glyphs))
        return line
    }
}
