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
    private let keys: ConfiguredKeys
    private let themes: [Theme]

    /// Side effects of the files that the user may not intend.
    var warnings: [Message] { notes + unsentKeys }
    /// The warnings about what the user probably intends: commands without a key, and keys that only few terminals send.
    var notes: [Message] { keys.takenKeys + keys.rareKeys }
    /// The user's keys that no terminal sends as such.
    var unsentKeys: [Message] { keys.unsentKeys }

    /// Builds keymap and themes from the configuration.
    init(_ configuration: ConfigurationFile) throws {
        let appearance = AvailableThemes(beside: configuration)
        self.configuration = configuration
        keys = try ConfiguredKeys(configuration)
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
            commands: keys.commands, keymap: keys.keymap, themes: themes,
            rowTemplates: ConfiguredRowLayouts(settings).templates)
    }

    /// Returns true if both have equal contents.
    func hasSameContent(as other: CheckedConfiguration) -> Bool {
        configuration == other.configuration && themes == other.themes && errors == other.errors
    }
}
