import EngineConcepts
import TOMLKit

/// A key binding of the user, in `[keys.CONTEXT]` of `config.toml`. The names are not checked here: the maker of the keymap
/// reports unknown ones with ``position``.
public struct KeyChoice: Hashable, Sendable {
    /// The part of the screen in which it applies.
    public let context: String
    /// The key or sequence of keys, as written.
    public let keys: String
    /// The command, or `nil` to unbind the key.
    public let command: String?
    /// The position in the file.
    public let position: TOMLPosition?

    static let table = "keys"
    static let preset = "preset"

    /// Returns the name of the preset, or `nil` without one.
    static func readPreset(_ file: TOMLFile, report: (ConfigurationError) -> Void) -> PresetChoice? {
        guard let found = file.root[table]?.table?[preset] else { return nil }
        let position = file.position(of: preset, in: table)
        guard let name = found.string else {
            report(wrong(Message("keyPresetTakesName"), file, at: position))
            return nil
        }
        return PresetChoice(name: name, position: position)
    }

    /// Returns the key bindings; reports invalid ones to `report` and leaves them out.
    static func read(_ file: TOMLFile, report: (ConfigurationError) -> Void) -> [KeyChoice] {
        guard let found = file.root[table] else { return [] }
        guard let contexts = found.table else {
            report(wrong(Message("keysNotTables"), file, at: file.position(of: table, in: nil)))
            return []
        }
        var choices: [KeyChoice] = []
        for context in contexts.keys.sorted() where context != preset {
            let name = "\(table).\(context)"
            guard let keys = contexts[context]?.table else {
                let failure = Message("keysNotTable", ["name": .text(name)])
                report(wrong(failure, file, at: file.position(of: context, in: table)))
                continue
            }
            for key in keys.keys.sorted() {
                let position = file.position(of: key, in: name)
                guard let command = keys[key]?.string else {
                    report(wrong(Message("keyTakesCommand", ["key": .text(key)]), file, at: position))
                    continue
                }
                choices.append(
                    KeyChoice(
                        context: context, keys: key, command: command.isEmpty ? nil : command, position: position))
            }
        }
        return choices
    }

    private static func wrong(_ failure: Message, _ file: TOMLFile, at position: TOMLPosition?) -> ConfigurationError {
        ConfigurationError(.unknownName, file: file.path, at: position, failure, advice: .fixOrRemoveLine)
    }
}

/// The key table under the user's bindings, as `preset` in `[keys]` names it.
public struct PresetChoice: Hashable, Sendable {
    /// The name, which is not checked here.
    public let name: String
    /// The position in the file.
    public let position: TOMLPosition?
}
