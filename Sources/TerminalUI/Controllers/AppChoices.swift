import TerminalDriver
public import TerminalKit
public import ViewModels

/// The commands, keys, themes and row templates from the user's files. Passed to the front end at the start and again after
/// each change of the files.
public struct AppChoices {
    /// All commands, with those of the user.
    public var commands: CommandTable
    /// The key table, with the user's changes.
    public var keymap: Keymap
    /// The available themes. The first is used if none has the name in the settings.
    public var themes: [Theme]
    /// The user's templates for rows. A density without one uses the built-in layout.
    public var rowTemplates: [Density: RowTemplate]

    public init(
        commands: CommandTable = .standard, keymap: Keymap, themes: [Theme] = Theme.builtIn,
        rowTemplates: [Density: RowTemplate] = [:]
    ) {
        self.commands = commands
        self.keymap = keymap
        self.themes = themes
        self.rowTemplates = rowTemplates
    }

    /// Returns the appearance that these choices and the settings give, as far as a terminal can show it.
    func appearance(in session: Session, on capabilities: TerminalCapabilities) -> Appearance {
        let theme = theme(of: session.settings)
        let readingWidth = session.settings.readingWidth
        return Appearance(
            theme: theme.adapted(to: capabilities.depth), glyphs: capabilities.glyphs.with(theme.variation),
            localizer: session.localizer, kinds: session.kinds, rowTemplates: rowTemplates,
            readingWidth: readingWidth == 0 ? .max : max(20, readingWidth))
    }

    /// Returns the first theme of the settings that exists.
    private func theme(of settings: EffectiveSettings) -> Theme {
        settings.themes.lazy.compactMap { name in themes.first { $0.name == name } }.first ?? themes.first ?? .dark
    }
}
