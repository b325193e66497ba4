import TOMLKit

/// A key that the reader gave a command, in `[keys.CONTEXT]` of `config.toml`. What names of keys, commands and contexts
/// there are is not known here: who makes the keymap of it reports wrong ones with ``position``.
public struct KeyChoice: Hashable, Sendable {
    /// The part of the screen in which it counts.
    public let context: String
    /// The key or sequence of keys, as written.
    public let keys: String
    /// The command; nil where the key is to do nothing.
    public let command: String?
    /// Where it stands in the file.
    public let position: TOMLPosition?

    static let table = "keys"
    static let preset = "preset"

    /// The name of the table that the keys begin as; nil where none is said.
    static func readPreset(_ file: TOMLFile) throws(ConfigurationError) -> PresetChoice? {
        guard let found = file.root[table]?.table?[preset] else { return nil }
        let position = file.position(of: preset, in: table)
        guard let name = found.string else { throw wrong("\"keys.preset\" takes a name in quotes.", file, position) }
        return PresetChoice(name: name, position: position)
    }

    static func read(_ file: TOMLFile) throws(ConfigurationError) -> [KeyChoice] {
        guard let found = file.root[table] else { return [] }
        guard let contexts = found.table else {
            throw wrong("\"keys\" must hold tables such as [keys.timeline].", file, file.position(of: table, in: nil))
        }
        var choices: [KeyChoice] = []
        for context in contexts.keys.sorted() where context != preset {
            let name = "\(table).\(context)"
            guard let keys = contexts[context]?.table else {
                throw wrong("\"\(name)\" must be a table.", file, file.position(of: context, in: table))
            }
            for key in keys.keys.sorted() {
                let position = file.position(of: key, in: name)
                guard let command = keys[key]?.string else {
                    throw wrong(
                        "The key \(TOMLText.quoted(key)) takes the name of a command in quotes.", file, position)
                }
                choices.append(
                    KeyChoice(
                        context: context, keys: key, command: command.isEmpty ? nil : command, position: position))
            }
        }
        return choices
    }

    private static func wrong(_ message: String, _ file: TOMLFile, _ position: TOMLPosition?) -> ConfigurationError {
        ConfigurationError(
            .value, file: file.path, at: position, message, advice: "Mend the line, or take it out.")
    }
}

/// The table of keys that the reader's own come on top of, as `preset` in `[keys]` names it.
public struct PresetChoice: Hashable, Sendable {
    /// Its name; whether there is such a table is not known here.
    public let name: String
    /// Where it stands in the file.
    public let position: TOMLPosition?
}
