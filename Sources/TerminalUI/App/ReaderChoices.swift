public import TerminalKit
public import ViewModels

/// What the reader's own files say beside the settings: it is given to the front-end at the start, and again each time that
/// the files have changed.
public struct ReaderChoices {
    /// The key table, the reader's changes included.
    public var keymap: Keymap
    /// The themes that can be chosen; the first holds where there is none of the name that the settings say.
    public var themes: [Theme]
    /// How the reader wants tickets' rows; Fiber's own way for a density without one.
    public var rowTemplates: [Density: RowTemplate]

    /// Describes choices.
    public init(keymap: Keymap, themes: [Theme] = Theme.builtIn, rowTemplates: [Density: RowTemplate] = [:]) {
        self.keymap = keymap
        self.themes = themes
        self.rowTemplates = rowTemplates
    }
}
