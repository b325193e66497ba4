import Testing

@testable import TerminalKit

@Suite("Themes and colours")
struct StyleTests {
    @Test(
        "Every theme knows every role, and draws it with a style of its own or none on purpose",
        arguments: Theme.builtIn)
    func completeness(theme: Theme) {
        let silent = Role.allCases.filter { theme[$0] == .plain }
        if theme.name == "plain" {
            // Without colours these differ by their words and glyphs.
            #expect(!silent.contains(.selection) && !silent.contains(.unread) && !silent.contains(.link))
        } else {
            #expect(silent.isEmpty, "\(silent)")
        }
    }

    /// The roles of text, unlike frames, progress bars and backgrounds.
    private static let texts: [Role] = [
        .text, .dim, .faint, .title, .heading, .byline, .verified, .link, .tag, .mention, .code, .quote, .strong,
        .struck,
        .caption, .unread, .star, .boost, .points, .contentWarning, .muffled, .ok, .warning, .error, .fresh, .accent,
        .barDim, .barFaint, .key, .tab, .gap, .gapTitle, .placeholder, .scrollThumb, .kindFeed, .kindMastodon,
        .kindBluesky, .kindHackerNews, .kindLobsters, .kindCommand, .kindFile, .kindOther,
    ]

    @Test(
        "Text can be read on every ground that it stands on, by the measure of WCAG",
        arguments: Theme.builtIn.filter { $0.palette != nil }, [ColorDepth.truecolor, .palette])
    func contrast(theme: Theme, depth: ColorDepth) throws {
        // 256 colours miss the chosen ones by a few hundredths.
        let least = (theme.name.hasPrefix("high-contrast") ? 7 : 4.5) * (depth == .truecolor ? 1 : 0.97)
        let theme = theme.adapted(to: depth)
        for ground in [Role.text, .bar, .selection, .gapBackground, .modal] {
            for text in Self.texts {
                let ratio = contrastRatio(theme[text].foreground, theme[ground].background)
                #expect(ratio >= least, "\(text) on \(ground): \(ratio)")
            }
        }
        for role in [Role.plate, .match, .tabActive, .toast, .input] {
            let ratio = contrastRatio(theme[role].foreground, theme[role].background)
            #expect(ratio >= least, "\(role): \(ratio)")
        }
    }

    @Test(
        "With sixteen colours every theme keeps its hues and leaves the ground to the terminal",
        arguments: Theme.builtIn)
    func sixteen(theme: Theme) {
        let adapted = theme.adapted(to: .sixteen)
        #expect(Role.allCases.allSatisfy { [.inherited, .terminal].contains(adapted[$0].background) })
        if theme.palette != nil {
            #expect(adapted[.error].foreground == .palette(1) || adapted[.error].attributes.contains(.bold))
            #expect(adapted[.text].foreground == .terminal)
        }
        #expect(Theme.dark.adapted(to: .sixteen)[.link].foreground == .palette(6))
        #expect(Theme.dark.adapted(to: .sixteen)[.plate].foreground == .palette(1))
    }

    @Test("An adapted theme has only colours of the terminal", arguments: Theme.builtIn)
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

    @Test("Quantising finds the nearest colour and keeps palette colours")
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

    @Test("All glyphs are one column wide, and the ASCII set is ASCII")
    func glyphs() {
        func all(_ glyphs: Glyphs) -> [String] {
            [
                glyphs.plate, glyphs.unread, glyphs.selection, glyphs.star, glyphs.boost, glyphs.reply, glyphs.media,
                glyphs.like, glyphs.verified, glyphs.warning, glyphs.filterOn, glyphs.filterOff, glyphs.refresh,
                glyphs.newAbove, glyphs.duplicate, glyphs.ellipsis, glyphs.dot, glyphs.none,
                glyphs.gaugeFull, glyphs.gaugeEmpty, glyphs.covered, glyphs.partlyCovered, glyphs.uncovered,
                glyphs.line,
                glyphs.vertical, glyphs.gapVertical, glyphs.quoteBar, glyphs.bullet, glyphs.scrollThumb,
                glyphs.scrollTrack,
                glyphs.corners.topLeft, glyphs.corners.bottomRight, glyphs.quoteCorners.top,
                glyphs.kindOther,
            ]
        }
        #expect(Glyphs.ascii.unread != Glyphs.ascii.star, "a row begins with the one and may show the other")
        #expect(all(.unicode.with(.racing)).allSatisfy { TextWidth.width(of: $0) == 1 })
        #expect(all(.ascii.with(.racing)) == all(.ascii))
        #expect(Theme.racing.adapted(to: .palette).variation == .racing)
        #expect(all(.unicode).allSatisfy { TextWidth.width(of: $0) == 1 })
        #expect(all(.ascii).allSatisfy { TextWidth.width(of: $0) == 1 && $0.utf8.allSatisfy { $0 < 0x80 } })
    }

    private func contrastRatio(_ first: Color, _ second: Color) -> Double {
        let lights = [luminance(first), luminance(second)].sorted()
        return (lights[1] + 0.05) / (lights[0] + 0.05)
    }

    /// Relative luminance as WCAG 2 defines it.
    private func luminance(_ color: Color) -> Double {
        let value: UInt32
        switch color.kind {
        case .rgb(let rgb): value = rgb
        case .palette(let index): value = XTermPalette.rgb(index)
        case .inherited, .terminal: return 0
        }
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
        for _ in 0..<60 { root -= (root * root * root * root * root - base * base) / (5 * root * root * root * root) }
        return base * base * root
    }
}
