import EngineConcepts
public import Localization
public import TerminalKit
public import ViewModels

/// How everything looks and reads: a theme that the terminal can show, its signs, and the words of a language. Screens
/// get it and store none.
public struct RenderStyle: Equatable {
    /// The colours.
    public let theme: Theme
    /// The signs.
    public let glyphs: Glyphs
    /// The words.
    public let wording: Localizer
    /// The reader's own layouts of tickets' rows; where there is none for a density, Fiber's holds.
    public let rowTemplates: [Density: RowTemplate]

    /// Makes a look.
    public init(
        theme: Theme = .dark, glyphs: Glyphs = .unicode, wording: Localizer = .english,
        rowTemplates: [Density: RowTemplate] = [:]
    ) {
        self.theme = theme
        self.glyphs = glyphs
        self.wording = wording
        self.rowTemplates = rowTemplates
    }

    /// The sign and the colour of a kind of source.
    func kind(_ kind: SupplierKind) -> (glyph: String, role: Role) {
        switch kind {
        case .feed: (glyphs.kindFeed, .kindFeed)
        case .mastodon: (glyphs.kindMastodon, .kindMastodon)
        case .bluesky: (glyphs.kindBluesky, .kindBluesky)
        case .hackerNews: (glyphs.kindHackerNews, .kindHackerNews)
        case .lobsters: (glyphs.kindLobsters, .kindLobsters)
        case .file: (glyphs.kindFile, .kindFile)
        case .command: (glyphs.kindCommand, .kindCommand)
        default: (glyphs.kindOther, .kindOther)
        }
    }
}
