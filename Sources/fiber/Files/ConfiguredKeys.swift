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
    /// The commands that the user's keys leave without a key.
    let takenKeys: [Message]
    /// The user's keys that only few terminals send, each with what to do.
    let rareKeys: [Message]
    /// The user's keys that no terminal sends as such, each with what to do.
    let unsentKeys: [Message]

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
            errors.append(.unknown(error.unknownName, file: file, at: keys[index].position, error.message))
        }
        self.errors = errors
        let places = keys.map { key in "config.toml\(key.position.map { ":\($0.line):\($0.column)" } ?? "")" }
        takenKeys = try commands.commandsWithoutKeys(preset: preset, changes: changes, in: keymap)
            .map { index, command in
                let key = keys[index]
                return MessageKey.keyTaken.message([
                    .text(places[index]), .text(key.change.keys), .text(key.change.command ?? ""), .text(command),
                    .text(key.change.context),
                ])
            }
        let used = zip(changes, places).filter { $0.0.command != nil }
        rareKeys = used.compactMap { change, place in
            change.deliveries.contains(.rare) ? change.message("keyRarelySent", place: place) : nil
        }
        unsentKeys = used.flatMap { change, place in change.deliveries.compactMap { change.message($0, place: place) } }
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
    /// The ways in which terminals send its keys, in the keys' order.
    fileprivate var deliveries: [KeyDelivery] {
        do throws(KeyNotationError) {
            return try KeySequence(keys).keys.map(\.delivery)
        } catch {
            // Reported as an error.
            return []
        }
    }

    /// Returns the message that no terminal sends one of its keys as such, or `nil` if some do.
    fileprivate func message(_ delivery: KeyDelivery, place: String) -> Message? {
        switch delivery {
        case .usual, .rare: nil
        case .asOther(let other): message("keySentAsOther", place: place, ["other": .text(other.description)])
        case .never: message("keyNeverSent", place: place)
        }
    }

    fileprivate func message(_ code: String, place: String, _ values: [String: Message.Argument] = [:]) -> Message {
        Message(code, values.merging(["place": .text(place), "key": .text(keys)]) { $1 })
    }
}
