extension Theme {
    /// The themes that come with the program, the first being the default.
    public static let builtIn: [Theme] = [.dark, .light, .highContrast, .racing, .plain]

    /// The built-in theme of this name.
    public static func named(_ name: String) -> Theme? {
        builtIn.first { $0.name == name }
    }

    /// Ink-blue night with one red.
    public static let dark = Theme(
        name: "dark",
        palette: Palette(
            background: 0x14161b, bar: 0x1b1e26, selection: 0x232938, gapBackground: 0x211c12, modal: 0x1b1e26,
            line: 0x343a49, text: 0xd9dce3, dim: 0x939bac, faint: 0x666f81, strong: 0xffffff,
            accent: 0xff5a4f, onAccent: 0x14161b, link: 0x6cc7ff, tag: 0x7ee0c3, name: 0xc3a9ff,
            star: 0xffd24a, gap: 0xd6a752, ok: 0x7ccf7c, warning: 0xffb454, error: 0xff6b6b,
            feed: 0xffb454, mastodon: 0x9a9bff, bluesky: 0x58b0ff, hackerNews: 0xff8244, lobsters: 0xe0604c,
            file: 0x6fcf97))

    /// Warm paper.
    public static let light = Theme(
        name: "light",
        palette: Palette(
            background: 0xfbfaf7, bar: 0xefede6, selection: 0xe3e8f3, gapBackground: 0xf6eed9, modal: 0xffffff,
            line: 0xd2cfc4, text: 0x26282d, dim: 0x60656f, faint: 0x878b94, strong: 0x000000,
            accent: 0xc8281e, onAccent: 0xffffff, link: 0x0b62a8, tag: 0x0d7a62, name: 0x6a3fb5,
            star: 0x946a00, gap: 0x80590c, ok: 0x2c7a2c, warning: 0x9a5d00, error: 0xb3261e,
            feed: 0x9a5d00, mastodon: 0x5b4bd6, bluesky: 0x1268c4, hackerNews: 0xb84a10, lobsters: 0xa82a1a,
            file: 0x1f7a45))

    /// Black and white with few, strong colours: every text at least 7:1 against its background.
    public static let highContrast = Theme(
        name: "high-contrast",
        palette: Palette(
            background: 0x000000, bar: 0x1a1a1a, selection: 0x003a6b, gapBackground: 0x2b2100, modal: 0x000000,
            line: 0xb0b0b0, text: 0xffffff, dim: 0xe0e0e0, faint: 0xc4c4c4, strong: 0xffffff,
            accent: 0xffd400, onAccent: 0x000000, link: 0x8fd3ff, tag: 0x7dffd4, name: 0xe3c6ff,
            star: 0xffe066, gap: 0xffd080, ok: 0x8fff8f, warning: 0xffcc66, error: 0xffb0a8,
            feed: 0xffcc66, mastodon: 0xc9c6ff, bluesky: 0x9fd4ff, hackerNews: 0xffb68a, lobsters: 0xffb3a8,
            file: 0x9ff0bd))

    /// Asphalt, kerb red, and the colours of tyres.
    public static let racing = Theme(
        name: "racing",
        palette: Palette(
            background: 0x101113, bar: 0x191a1d, selection: 0x2a2023, gapBackground: 0x1f1d10, modal: 0x191a1d,
            line: 0x3a3b40, text: 0xe6e4df, dim: 0xa09e99, faint: 0x74726e, strong: 0xffffff,
            accent: 0xff2a1f, onAccent: 0xffffff, link: 0x4db8ff, tag: 0x4fd36b, name: 0xffd12e,
            star: 0xffd12e, gap: 0xffd12e, ok: 0x4fd36b, warning: 0xffb020, error: 0xff5a52,
            feed: 0xffd12e, mastodon: 0xb08cff, bluesky: 0x4db8ff, hackerNews: 0xff8a3c, lobsters: 0xff5a52,
            file: 0x4fd36b))

    /// No colours: weight, decoration and glyphs carry the meaning. What `NO_COLOR` gets.
    public static let plain = Theme(name: "plain", styles: attributesOnly)

    /// The sixteen colours that the user has set, on the user's own background, which may be light or dark: so no
    /// backgrounds, and no colour that either swallows.
    static let sixteen: Theme = {
        let colors: [Role: UInt8] = [
            .heading: 1, .verified: 4, .link: 4, .tag: 2, .mention: 5, .code: 6, .unread: 1, .selectionMark: 1,
            .star: 3, .points: 3, .contentWarning: 3, .ok: 2, .warning: 3, .error: 1, .fresh: 1, .accent: 1,
            .plate: 1, .gap: 3, .gapTitle: 3, .gaugeFull: 1,
            .kindFeed: 3, .kindMastodon: 5, .kindBluesky: 4, .kindHackerNews: 1, .kindLobsters: 1,
            .kindCommand: 2, .kindFile: 2,
        ]
        var styles = attributesOnly
        for (role, color) in colors {
            styles[role, default: .plain].foreground = .palette(color)
        }
        return Theme(name: "sixteen", styles: styles)
    }()

    private static let attributesOnly: [Role: Style] = {
        let terminal = Style(foreground: .terminal, background: .terminal)
        let attributes: [Role: Style.Attributes] = [
            .faint: .dim, .title: .bold, .heading: [.bold, .underline], .byline: .bold, .link: .underline,
            .tag: .underline, .mention: .bold, .quote: .italic, .emphasis: .italic, .strong: .bold,
            .struck: .strikethrough, .caption: .italic, .match: .reverse, .unread: .bold, .selection: .reverse,
            .selectionMark: .bold, .star: .bold, .contentWarning: .bold, .muffled: [.dim, .italic],
            .warning: .bold, .error: [.bold, .underline], .fresh: .bold, .plate: [.reverse, .bold],
            .key: .bold, .tabActive: [.reverse, .bold], .gapTitle: .bold, .rule: .dim, .gaugeEmpty: .dim,
            .barFaint: .dim, .placeholder: .dim, .scrollTrack: .dim, .toast: .reverse, .input: .underline,
        ]
        var styles = attributes.mapValues { Style(attributes: $0) }
        for role in [Role.text, .bar, .modal, .modalFrame, .input] {
            styles[role] = terminal.with(styles[role]?.attributes ?? [])
        }
        return styles
    }()
}
