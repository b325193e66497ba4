/// The colours of a truecolor theme, as `0xRRGGBB`. Roles get theirs from these few.
public struct Palette: Hashable, Sendable {
    /// The screen's background.
    public var background: UInt32
    public var bar: UInt32
    /// The background of the selected row and of input.
    public var selection: UInt32
    public var gapBackground: UInt32
    /// The background of dialogs.
    public var modal: UInt32
    /// The background of the selected tab and of messages.
    public var raised: UInt32
    /// Lines, frames, empty parts of progress bars.
    public var line: UInt32
    /// Body text.
    public var text: UInt32
    /// Secondary text.
    public var dim: UInt32
    /// Faint text.
    public var faint: UInt32
    /// Titles and names.
    public var strong: UInt32
    /// The theme's accent.
    public var accent: UInt32
    /// Text on the accent.
    public var onAccent: UInt32
    public var link: UInt32
    /// Tags and code.
    public var tag: UInt32
    /// Mentions.
    public var name: UInt32
    /// Stars and search matches.
    public var star: UInt32
    public var gap: UInt32
    /// Success, coverage, enabled.
    public var ok: UInt32
    public var warning: UInt32
    public var error: UInt32
    public var feed: UInt32
    public var mastodon: UInt32
    /// Bluesky, and verified authors.
    public var bluesky: UInt32
    /// Hacker News, and scores.
    public var hackerNews: UInt32
    public var lobsters: UInt32
    public var file: UInt32

    /// The names in theme files, in the order of this type.
    public static let names: [(name: String, path: any WritableKeyPath<Palette, UInt32> & Sendable)] = [
        ("background", \.background), ("bar", \.bar), ("selection", \.selection), ("gap-background", \.gapBackground),
        ("modal", \.modal), ("raised", \.raised), ("line", \.line), ("text", \.text), ("dim", \.dim),
        ("faint", \.faint), ("strong", \.strong), ("accent", \.accent), ("on-accent", \.onAccent), ("link", \.link),
        ("tag", \.tag), ("name", \.name), ("star", \.star), ("gap", \.gap), ("ok", \.ok), ("warning", \.warning),
        ("error", \.error), ("feed", \.feed), ("mastodon", \.mastodon), ("bluesky", \.bluesky),
        ("hacker-news", \.hackerNews), ("lobsters", \.lobsters), ("file", \.file),
    ]

    /// The colour of this name, or `nil` if there is none.
    public subscript(name: String) -> UInt32? { Self.names.first { $0.name == name }.map { self[keyPath: $0.path] } }
}

extension Theme {
    /// Creates a theme from a palette.
    public init(name: String, palette: Palette, variation: Glyphs.Variation = .none) {
        func text(_ color: UInt32, _ attributes: Style.Attributes = []) -> Style {
            Style(foreground: .rgb(color), attributes: attributes)
        }
        func ground(_ background: UInt32, _ foreground: UInt32, _ attributes: Style.Attributes = []) -> Style {
            Style(foreground: .rgb(foreground), background: .rgb(background), attributes: attributes)
        }
        let p = palette
        self.init(
            name: name, palette: palette, variation: variation,
            styles: [
                .text: ground(p.background, p.text),
                .dim: text(p.dim), .faint: text(p.faint),
                .title: text(p.strong, .bold), .heading: text(p.accent, .bold),
                .byline: text(p.strong, .bold), .verified: text(p.bluesky),
                .link: text(p.link), .tag: text(p.tag), .mention: text(p.name),
                .code: text(p.tag), .quote: text(p.dim, .italic),
                .emphasis: Style(attributes: .italic), .strong: text(p.strong, .bold),
                .struck: text(p.dim, .strikethrough), .caption: text(p.faint, .italic),
                .match: ground(p.star, p.background),
                .unread: text(p.accent), .selection: Style(background: .rgb(p.selection)),
                .selectionMark: text(p.accent), .star: text(p.star), .boost: text(p.dim),
                .points: text(p.hackerNews), .contentWarning: text(p.warning),
                .muffled: text(p.faint, .italic),
                .ok: text(p.ok), .warning: text(p.warning), .error: text(p.error),
                .fresh: text(p.accent, .bold),
                .accent: text(p.accent), .plate: ground(p.accent, p.onAccent, .bold),
                .bar: ground(p.bar, p.text), .barDim: ground(p.bar, p.dim), .barFaint: ground(p.bar, p.faint),
                .key: text(p.text, .bold), .tabActive: ground(p.raised, p.strong, .bold), .tab: text(p.text),
                .rule: text(p.line), .gap: text(p.gap), .gapTitle: text(p.gap, .bold),
                .gapBackground: Style(background: .rgb(p.gapBackground)),
                .gaugeFull: text(p.accent), .gaugeEmpty: text(p.line),
                .modal: ground(p.modal, p.text), .modalFrame: ground(p.modal, p.dim),
                .input: ground(p.selection, p.strong), .placeholder: text(p.faint),
                .scrollThumb: text(p.dim), .scrollTrack: text(p.line),
                .toast: ground(p.raised, p.strong),
                .kindFeed: text(p.feed), .kindMastodon: text(p.mastodon), .kindBluesky: text(p.bluesky),
                .kindHackerNews: text(p.hackerNews), .kindLobsters: text(p.lobsters),
                .kindCommand: text(p.ok), .kindFile: text(p.file), .kindOther: text(p.dim),
            ])
    }
}
