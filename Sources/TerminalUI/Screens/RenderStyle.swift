import EngineConcepts
public import Localization
public import TerminalKit
public import ViewModels

/// How screens are drawn: the theme, the glyphs, the language and the row templates. Screens receive it for each
/// frame and do not store it.
public struct RenderStyle: Equatable {
    /// The colours.
    public let theme: Theme
    /// The symbols.
    public let glyphs: Glyphs
    /// The texts in the user's language.
    public let wording: Localizer
    /// The user's templates for rows. A density without one uses the built-in layout.
    public let rowTemplates: [Density: RowTemplate]

    /// Makes a style.
    public init(
        theme: Theme = .dark, glyphs: Glyphs = .unicode, wording: Localizer = .english,
        rowTemplates: [Density: RowTemplate] = [:]
    ) {
        self.theme = theme
        self.glyphs = glyphs
        self.wording = wording
        self.rowTemplates = rowTemplates
    }

    /// The symbol and the colour role of a kind of source.
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
