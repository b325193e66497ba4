import EngineConcepts
import TerminalKit
import ViewModels

/// The preview of a theme: a few sample rows in the current style.
struct ThemePreview: StyledDrawing {
    let appearance: Appearance

    /// Returns the lines, each cut to `width`.
    func lines(width: Int) -> [TextLine] {
        guard width > 0 else { return [] }
        return [rule(width), byline, text, facts, gap, states].map { glyphs.cut($0, to: width) }
    }

    /// Returns a line of texts in the styles of their roles, on any background.
    private func line(_ parts: [(text: String, role: Role)]) -> TextLine {
        TextLine(parts.map { TextRun($0.text, theme[$0.role].withoutBackground) })
    }

    /// The kinds of source in the preview.
    private static let kinds: [SupplierKind] = ["mastodon", "bluesky", "feed", "hackernews"]

    private var byline: TextLine {
        var all = line([
            ("\(glyphs.unread) ", .unread), ("Pit Wall ", .byline), (glyphs.verified, .verified),
            ("  @pitwall", .faint), ("   4m", .dim),
        ])
        for id in Self.kinds {
            guard let kind = appearance.kinds[id] else { continue }
            let (glyph, role) = appearance.kind(id)
            all.append(line([("   \(glyph) \(kind.name)", role)]))
        }
        return all
    }

    private var text: TextLine {
        var all = line([(localizer(.previewStart), .text), ("@car14", .mention), (localizer(.previewTyres), .text)])
        all.append(localizer(.previewEmphasis), theme[.emphasis].over(theme[.text].withoutBackground))
        all.append(
            line([
                (localizer(.previewBehind), .text), ("#BahrainGP", .tag), ("  race.example/call", .link),
                ("  let x = 1", .code),
            ]))
        return all
    }

    private var facts: TextLine {
        var all = line([
            ("\(glyphs.boost) 128", .boost), ("   \(glyphs.star) 2.1k", .star),
            ("   \(localizer(.factPoints, "214", .number(214)))", .points),
            ("   \(glyphs.warning) \(localizer(.previewWarning))", .contentWarning), ("   ", .text),
        ])
        all.append(" \(localizer(.previewFound)) ", theme[.match])
        all.append("   ", theme[.text].withoutBackground)
        all.append(" fiber ", theme[.plate])
        return all
    }

    private var gap: TextLine {
        line([
            (String(repeating: glyphs.uncovered, count: 3), .gap), (" \(localizer(.previewGap)) ", .gapTitle),
            (String(repeating: glyphs.uncovered, count: 12), .gap),
        ])
    }

    private var states: TextLine {
        var all = line([("\(localizer(.previewHealthy)) ", .ok), ("  \(localizer(.previewSlow)) ", .warning)])
        // Without colours, errors are underlined, but not the spaces beside them.
        all.append("  ")
        all.append(line([(localizer(.previewFailed), .error), ("   \(localizer(.muffledBadge))   ", .muffled)]))
        all.append(.gauge(5, of: 12, columns: 12, theme: theme, glyphs: glyphs))
        return all
    }
}
