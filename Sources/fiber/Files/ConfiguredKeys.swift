import EngineConcepts
import FiberConfiguration
import TerminalKit
import TerminalUI
import ViewModels

/// The keymap with the user's own keys.
struct ConfiguredKeys {
    /// All commands, with those of the user.
    let commands: CommandTable
    let keymap: Keymap
    /// Errors in the user's keys; each disables only that key.
    let errors: [ConfigurationError]
    /// Side effects of the user's keys that may not be intended.
    let warnings: [Message]

    /// Builds the keymap from the configuration.
    init(_ configuration: ConfigurationFile) throws {
        let file = configuration.path
        var errors: [ConfigurationError] = []
        let userCommands = UserCommands(configuration) { errors.append($0) }
        commands = CommandTable.standard.with(userCommands)
        let keys =
            userCommands.keys
            + configuration.keys.map { key in
                (change: KeyChange(context: key.context, keys: key.keys, command: key.command), position: key.position)
            }
        let preset = Self.preset(of: configuration) { errors.append($0) }
        let changes = keys.map(\.change)
        keymap = try commands.keymap(preset: preset, changes: changes) { index, error in
            errors.append(
                .unknown(
                    error.unknownName?.name ?? "", among: error.unknownName?.known ?? [], file: file,
                    at: keys[index].position,
                    error.message))
        }
        self.errors = errors
        warnings = try commands.commandsWithoutKeys(preset: preset, changes: changes, in: keymap)
            .map { index, command in
                let (key, position) = (keys[index], keys[index].position.map { ":\($0.line):\($0.column)" } ?? "")
                return MessageKey.keyTaken.message([
                    .text("config.toml\(position)"), .text(key.change.keys), .text(key.change.command ?? ""),
                    .text(command), .text(key.change.context),
                ])
            }
    }

    private static func preset(
        of configuration: ConfigurationFile, report: (ConfigurationError) -> Void
    ) -> KeyPreset {
        guard let choice = configuration.keyPreset else { return .fiber }
        if let preset = KeyPreset(rawValue: choice.name) { return preset }
        report(
            .unknown(
                choice.name, among: KeyPreset.allCases.map(\.rawValue), file: configuration.path, at: choice.position,
                Message("keyPresetUnknown", ["name": .text(choice.name)])))
        return .fiber
    }
}
