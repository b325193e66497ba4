/// The colours that a theme in truecolor is made of: few names, so that a theme is chosen and not assembled.
struct Palette {
    var background: UInt32
    var bar: UInt32
    var selection: UInt32
    var gapBackground: UInt32
    var modal: UInt32
    var line: UInt32
    var text: UInt32
    var dim: UInt32
    var faint: UInt32
    var strong: UInt32
    var accent: UInt32
    var onAccent: UInt32
    var link: UInt32
    var tag: UInt32
    var name: UInt32
    var star: UInt32
    var gap: UInt32
    var ok: UInt32
    var warning: UInt32
    var error: UInt32
    var feed: UInt32
    var mastodon: UInt32
    var bluesky: UInt32
    var hackerNews: UInt32
    var lobsters: UInt32
    var file: UInt32
}

extension Theme {
    /// Makes a theme out of a palette.
    init(name: String, palette: Palette) {
        func text(_ color: UInt32, _ attributes: Style.Attributes = []) -> Style {
            Style(foreground: .rgb(color), attributes: attributes)
        }
        func ground(_ background: UInt32, _ foreground: UInt32, _ attributes: Style.Attributes = []) -> Style {
            Style(foreground: .rgb(foreground), background: .rgb(background), attributes: attributes)
        }
        let p = palette
        self.init(
            name: name,
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
                .key: text(p.text, .bold), .tabActive: ground(p.line, p.strong, .bold), .tab: text(p.text),
                .rule: text(p.line), .gap: text(p.gap), .gapTitle: text(p.gap, .bold),
                .gapBackground: Style(background: .rgb(p.gapBackground)),
                .gaugeFull: text(p.accent), .gaugeEmpty: text(p.line),
                .modal: ground(p.modal, p.text), .modalFrame: ground(p.modal, p.dim),
                .input: ground(p.selection, p.strong), .placeholder: text(p.faint),
                .scrollThumb: text(p.dim), .scrollTrack: text(p.line),
                .toast: ground(p.line, p.strong),
                .kindFeed: text(p.feed), .kindMastodon: text(p.mastodon), .kindBluesky: text(p.bluesky),
                .kindHackerNews: text(p.hackerNews), .kindLobsters: text(p.lobsters),
                .kindCommand: text(p.ok), .kindFile: text(p.file), .kindOther: text(p.dim),
            ])
    }
}
