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
        let places = keys.map { key in "config.toml\(key.position.map { ":\($0.line):\($0.column)" } ?? "")" }
        let taken = try commands.commandsWithoutKeys(preset: preset, changes: changes, in: keymap)
            .map { index, command in
                let key = keys[index]
                return MessageKey.keyTaken.message([
                    .text(places[index]), .text(key.change.keys), .text(key.change.command ?? ""), .text(command),
                    .text(key.change.context),
                ])
            }
        let rare = changes.indices.filter { changes[$0].command != nil && changes[$0].isRarelySent }
            .map { Message("keyRarelySent", ["place": .text(places[$0]), "key": .text(changes[$0].keys)]) }
        warnings = taken + rare
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

extension KeyChange {
    /// True if only terminals that report all keys send it, as by kitty's protocol: Ctrl with a character that makes no control
    /// character.
    fileprivate var isRarelySent: Bool {
        do throws(KeyNotationError) {
            return try KeySequence(keys).keys
                .contains { key in
                    guard case .character(let character) = key.code, key.modifiers.contains(.control) else {
                        return false
                    }
                    return !(character.isASCII && character.isLetter || " \\]^_".contains(character))
                }
        } catch {
            // Reported as an error.
            return false
        }
    }
}
