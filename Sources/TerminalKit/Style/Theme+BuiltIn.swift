extension Theme {
    /// The built-in themes; the first is the default.
    public static let builtIn: [Theme] = [
        .dark, .light, .highContrast, .highContrastLight, .racing, .dusk, .sepia, .plain,
    ]

    /// Ink-blue night with one red.
    public static let dark = Theme(
        name: "dark",
        palette: Palette(
            background: 0x14161b, bar: 0x1b1e26, selection: 0x232938, gapBackground: 0x211c12, modal: 0x1b1e26,
            raised: 0x343a49, line: 0x343a49, text: 0xd9dce3, dim: 0x939bac, faint: 0x9097a7, strong: 0xffffff,
            accent: 0xff5a4f, onAccent: 0x14161b, link: 0x6cc7ff, tag: 0x7ee0c3, name: 0xc3a9ff, star: 0xffd24a,
            gap: 0xd6a752, ok: 0x7ccf7c, warning: 0xffb454, error: 0xff6b6b, feed: 0xffb454, mastodon: 0x9a9bff,
            bluesky: 0x58b0ff, hackerNews: 0xff8244, lobsters: 0xe47361, file: 0x6fcf97))

    /// Warm paper.
    public static let light = Theme(
        name: "light",
        palette: Palette(
            background: 0xfbfaf7, bar: 0xefede6, selection: 0xe3e8f3, gapBackground: 0xf6eed9, modal: 0xffffff,
            raised: 0xd2cfc4, line: 0xd2cfc4, text: 0x26282d, dim: 0x60656f, faint: 0x656871, strong: 0x000000,
            accent: 0xc8281e, onAccent: 0xffffff, link: 0x0b62a8, tag: 0x0c715b, name: 0x6a3fb5, star: 0x886100,
            gap: 0x80590c, ok: 0x297129, warning: 0x965b00, error: 0xb3261e, feed: 0x965b00, mastodon: 0x5b4bd6,
            bluesky: 0x1267c2, hackerNews: 0x9a3e0d, lobsters: 0xa82a1a, file: 0x1d7240))

    /// Black and white with few, strong colours: every text at least 7:1 against its background.
    public static let highContrast = Theme(
        name: "high-contrast",
        palette: Palette(
            background: 0x000000, bar: 0x1a1a1a, selection: 0x002f6b, gapBackground: 0x2b2100, modal: 0x000000,
            raised: 0x333333, line: 0xb0b0b0, text: 0xffffff, dim: 0xe0e0e0, faint: 0xc4c4c4, strong: 0xffffff,
            accent: 0xffd400, onAccent: 0x000000, link: 0x8fd3ff, tag: 0x7dffd4, name: 0xe3c6ff, star: 0xffe066,
            gap: 0xffd080, ok: 0x8fff8f, warning: 0xffcc66, error: 0xffb0a8, feed: 0xffcc66, mastodon: 0xc9c6ff,
            bluesky: 0x9fd4ff, hackerNews: 0xffb68a, lobsters: 0xffb3a8, file: 0x9ff0bd))

    /// The same on white.
    public static let highContrastLight = Theme(
        name: "high-contrast-light",
        palette: Palette(
            background: 0xffffff, bar: 0xe8e8e8, selection: 0xcfe4ff, gapBackground: 0xfff0c8, modal: 0xffffff,
            raised: 0xc8c8c8, line: 0x606060, text: 0x000000, dim: 0x1c1c1c, faint: 0x333333, strong: 0x000000,
            accent: 0x8a0000, onAccent: 0xffffff, link: 0x00326b, tag: 0x003d30, name: 0x4b1f80, star: 0x553900,
            gap: 0x553500, ok: 0x083a08, warning: 0x5c3500, error: 0x8a0000, feed: 0x5c3500, mastodon: 0x36259a,
            bluesky: 0x00346a, hackerNews: 0x6e2800, lobsters: 0x7a1500, file: 0x064025))

    /// Asphalt, kerb red, and the colours of tyres.
    public static let racing = Theme(
        name: "racing",
        palette: Palette(
            background: 0x101113, bar: 0x191a1d, selection: 0x2a2023, gapBackground: 0x1f1d10, modal: 0x191a1d,
            raised: 0x3a3b40, line: 0x3a3b40, text: 0xe6e4df, dim: 0xa09e99, faint: 0x8c8a85, strong: 0xffffff,
            accent: 0xff3f35, onAccent: 0x101113, link: 0x4db8ff, tag: 0x4fd36b, name: 0xffd12e, star: 0xffd12e,
            gap: 0xffd12e, ok: 0x4fd36b, warning: 0xffb020, error: 0xff5a52, feed: 0xffd12e, mastodon: 0xb08cff,
            bluesky: 0x4db8ff, hackerNews: 0xff8a3c, lobsters: 0xff5a52, file: 0x4fd36b), variation: .racing)

    /// The last light over violet hills.
    public static let dusk = Theme(
        name: "dusk",
        palette: Palette(
            background: 0x1d1a26, bar: 0x262231, selection: 0x322c44, gapBackground: 0x2c2423, modal: 0x262231,
            raised: 0x433c56, line: 0x433c56, text: 0xe2dcec, dim: 0xa99fbd, faint: 0xa098b3, strong: 0xfff8f0,
            accent: 0xff9a6c, onAccent: 0x1d1a26, link: 0x7fc8f0, tag: 0x8fd6a8, name: 0xe6a8e0, star: 0xf2cc6b,
            gap: 0xd9a877, ok: 0x8fd68f, warning: 0xf0b45e, error: 0xff8085, feed: 0xf0b45e, mastodon: 0xb3a4ff,
            bluesky: 0x79bdf7, hackerNews: 0xff9a5c, lobsters: 0xf08070, file: 0x8fd6a8))

    /// An old page.
    public static let sepia = Theme(
        name: "sepia",
        palette: Palette(
            background: 0xf4ecd8, bar: 0xe9dfc6, selection: 0xdcd6b8, gapBackground: 0xeddcb4, modal: 0xfaf4e6,
            raised: 0xcdbf9c, line: 0xcdbf9c, text: 0x3b2f23, dim: 0x5f5140, faint: 0x675946, strong: 0x1c130a,
            accent: 0x7f2f10, onAccent: 0xfffaf0, link: 0x1a5a7a, tag: 0x2c6142, name: 0x653779, star: 0x724d00,
            gap: 0x71470e, ok: 0x35621f, warning: 0x714100, error: 0x9c1f1f, feed: 0x714100, mastodon: 0x4a3e8e,
            bluesky: 0x1c5a96, hackerNews: 0x723409, lobsters: 0x96271a, file: 0x2c6142))

    /// No colours: weight, decoration and glyphs carry the meaning. The choice for `NO_COLOR`.
    public static let plain = Theme(name: "plain", styles: attributesOnly)

    /// The attributes of roles, enough to tell them apart without colours.
    static let attributesOnly: [Role: Style] = {
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
