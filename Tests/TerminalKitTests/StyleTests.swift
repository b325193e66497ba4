import TerminalKit
import Testing

@Suite("Themes and colours")
struct StyleTests {
    @Test(
        "every theme knows every role, and draws it with a style of its own or none on purpose",
        arguments: Theme.builtIn)
    func completeness(theme: Theme) {
        let silent = Role.allCases.filter { theme[$0] == .plain }
        if theme.name == "plain" {
            // Without colours these are told by their words and glyphs.
            #expect(!silent.contains(.selection) && !silent.contains(.unread) && !silent.contains(.link))
        } else {
            #expect(silent.isEmpty, "\(silent)")
        }
    }

    @Test(
        "text can be read on its background",
        arguments: [("dark", 4.5), ("light", 4.5), ("high-contrast", 7), ("racing", 4.5)])
    func contrast(name: String, least: Double) throws {
        let theme = try #require(Theme.named(name))
        let grounds: [Role] = [.text, .bar, .selection, .gapBackground, .modal]
        let texts: [Role] = [
            .text, .dim, .title, .link, .tag, .mention, .ok, .warning, .error, .accent, .star, .kindFeed, .kindMastodon,
            .kindBluesky, .kindHackerNews, .kindLobsters, .kindFile,
        ]
        for ground in grounds {
            for text in texts {
                let ratio = contrastRatio(theme[text].foreground, theme[ground].background)
                let needed = ground == .text || ground == .modal ? least : least - 1
                #expect(ratio >= needed, "\(text) on \(ground): \(ratio)")
            }
        }
        #expect(contrastRatio(theme[.faint].foreground, theme[.text].background) >= 3)
    }

    @Test("a theme adapted to a terminal has only colours that it shows", arguments: Theme.builtIn)
    func adaption(theme: Theme) {
        for role in Role.allCases {
            let plain = theme.adapted(to: .none)[role]
            #expect(
                [.inherited, .terminal].contains(plain.foreground)
                    && [.inherited, .terminal].contains(plain.background))
            for color in [theme.adapted(to: .sixteen)[role].foreground, theme.adapted(to: .palette)[role].foreground] {
                if case .rgb = color.kind { Issue.record("\(role) keeps \(color)") }
            }
        }
    }

    @Test("quantising finds the nearest colour, and what is one already stays")
    func quantising() {
        #expect(Color.rgb(0xff0000).quantized(to: .palette) == .palette(196))
        #expect(Color.rgb(0x808080).quantized(to: .palette) == .palette(244))
        #expect(Color.rgb(0x000000).quantized(to: .palette) == .palette(16))
        #expect(Color.rgb(0xfefefe).quantized(to: .palette) == .palette(231))
        #expect(Color.rgb(0xff0101).quantized(to: .sixteen) == .palette(9))
        #expect(Color.palette(123).quantized(to: .palette) == .palette(123))
        #expect(Color.palette(5).quantized(to: .truecolor) == .palette(5))
        #expect(Color.palette(196).quantized(to: .truecolor) == .rgb(0xff0000))
        #expect(Color.palette(3).quantized(to: .none) == .terminal)
    }

    @Test("the glyphs of both sets are one column wide, and the second is ASCII")
    func glyphs() {
        func all(_ glyphs: Glyphs) -> [String] {
            [
                glyphs.plate, glyphs.unread, glyphs.selection, glyphs.star, glyphs.boost, glyphs.reply, glyphs.media,
                glyphs.like, glyphs.verified, glyphs.warning, glyphs.filterOn, glyphs.filterOff, glyphs.refresh,
                glyphs.newAbove, glyphs.below, glyphs.enter, glyphs.duplicate, glyphs.ellipsis, glyphs.dot, glyphs.none,
                glyphs.gaugeFull, glyphs.gaugeEmpty, glyphs.covered, glyphs.uncovered, glyphs.line, glyphs.vertical,
                glyphs.gapVertical, glyphs.quoteBar, glyphs.bullet, glyphs.scrollThumb, glyphs.scrollTrack,
                glyphs.corners.topLeft, glyphs.corners.bottomRight, glyphs.quoteCorners.top, glyphs.kindFeed,
                glyphs.kindMastodon, glyphs.kindBluesky, glyphs.kindHackerNews, glyphs.kindLobsters, glyphs.kindCommand,
                glyphs.kindFile, glyphs.kindOther,
            ] + glyphs.spinner
        }
        #expect(all(.unicode).allSatisfy { TextWidth.width(of: $0) == 1 })
        #expect(all(.ascii).allSatisfy { TextWidth.width(of: $0) == 1 && $0.utf8.allSatisfy { $0 < 0x80 } })
    }

    private func contrastRatio(_ first: Color, _ second: Color) -> Double {
        let lights = [luminance(first), luminance(second)].sorted()
        return (lights[1] + 0.05) / (lights[0] + 0.05)
    }

    /// Relative luminance as WCAG 2 defines it.
    private func luminance(_ color: Color) -> Double {
        guard case .rgb(let value) = color.kind else { return 0 }
        func channel(_ shift: UInt32) -> Double {
            let share = Double(value >> shift & 0xff) / 255
            // Near enough to the standard's curve for a bar.
            return share <= 0.03928 ? share / 12.92 : power((share + 0.055) / 1.055)
        }
        return 0.2126 * channel(16) + 0.7152 * channel(8) + 0.0722 * channel(0)
    }

    /// The number to the power of 2.4, between 0 and 1: square times fifth root of its square.
    private func power(_ base: Double) -> Double {
        var root = 1.0
        for _ in 0..<60 {
            root -= (root * root * root * root * root - base * base) / (5 * root * root * root * root)
        }
        return base * base * root
    }
}
