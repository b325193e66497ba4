import FiberConfiguration
import TerminalKit
import TerminalUI

/// The reader's own files, `config.toml` and the themes beside it, read and understood.
struct ReaderFiles {
    /// What the file says.
    let configuration: ConfigurationFile
    /// What is wrong in the files; each fault has cost that line or that theme only.
    let complaints: [ConfigurationError]
    /// What they bring with them that may not have been meant, in words.
    let remarks: [String]

    private let keymap: Keymap
    private let themes: [Theme]

    /// Makes keys and themes of what the configuration says.
    init(_ configuration: ConfigurationFile) throws {
        let keys = try ReaderKeys(configuration)
        let appearance = ReaderThemes(beside: configuration)
        self.configuration = configuration
        keymap = keys.keymap
        remarks = keys.remarks
        themes = appearance.themes
        complaints =
            configuration.warnings + keys.complaints + ReaderLayouts(configuration).complaints + appearance.complaints
    }

    /// What the front-end is given, with the settings that count now.
    @MainActor
    func choices(_ settings: ConfigurationFile) -> ReaderChoices {
        ReaderChoices(keymap: keymap, themes: themes, rowTemplates: ReaderLayouts(settings).templates)
    }

    /// Whether they say the same as `other`.
    func says(sameAs other: ReaderFiles) -> Bool {
        configuration == other.configuration && themes == other.themes && complaints == other.complaints
    }
}
