import Application
import EngineConcepts
import FiberConfiguration
import TerminalKit
import TerminalUI

/// The user's files `config.toml` and themes, parsed and checked.
struct CheckedConfiguration {
    let configuration: ConfigurationFile
    /// Errors in the files; each disables only that line or theme.
    let errors: [ConfigurationError]
    /// Side effects of the files that the user may not intend.
    let warnings: [Message]

    private let commands: CommandTable
    private let keymap: Keymap
    private let themes: [Theme]

    /// Builds keymap and themes from the configuration.
    init(_ configuration: ConfigurationFile) throws {
        let keys = try ConfiguredKeys(configuration)
        let appearance = AvailableThemes(beside: configuration)
        self.configuration = configuration
        commands = keys.commands
        keymap = keys.keymap
        warnings = keys.warnings
        themes = appearance.themes
        errors =
            configuration.warnings + keys.errors
            + ConfiguredRowLayouts(configuration.settings).errors(in: configuration)
            + appearance.errors
    }

    /// Returns the values for the front end, with the settings that apply now.
    @MainActor
    func choices(_ settings: Settings) -> AppChoices {
        AppChoices(
            commands: commands, keymap: keymap, themes: themes, rowTemplates: ConfiguredRowLayouts(settings).templates)
    }

    /// Returns true if both have equal contents.
    func hasSameContent(as other: CheckedConfiguration) -> Bool {
        configuration == other.configuration && themes == other.themes && errors == other.errors
    }
}
