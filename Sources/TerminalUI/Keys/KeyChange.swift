public import TerminalKit

/// A key that the reader gave another command, or none.
public nonisolated struct KeyChange: Hashable, Sendable {
    /// The part of the screen in which it counts.
    public let context: String
    /// The key or sequence of keys, as written.
    public let keys: String
    /// The command; nil where the key is to do nothing.
    public let command: String?

    /// Describes a change.
    public init(context: String, keys: String, command: String?) {
        self.context = context
        self.keys = keys
        self.command = command
    }
}

/// Why a change of keys cannot be made.
public nonisolated struct KeyChangeError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What is wrong, and what there is instead.
    public let description: String
}

extension DefaultKeymap {
    /// The table with one change made to it; the key is taken from whatever had it in that context.
    static func changed(_ bindings: [Binding], by change: KeyChange) throws(KeyChangeError) -> [Binding] {
        guard let context = KeyContext(rawValue: change.context) else {
            let known = KeyContext.allCases.map(\.rawValue).joined(separator: ", ")
            throw KeyChangeError(
                description: "There is no part of the screen called \"\(change.context)\", but: \(known).")
        }
        let sequence: KeySequence
        do {
            sequence = try KeySequence(change.keys)
        } catch {
            throw KeyChangeError(description: "\"\(change.keys)\" is no key: \(error).")
        }
        var changed = bindings
        for index in changed.indices where changed[index].context == context.rawValue {
            changed[index].sequences.removeAll { $0 == sequence }
        }
        guard let name = change.command else { return changed }
        guard let command = Command(rawValue: name) else {
            throw KeyChangeError(description: "There is no command called \"\(name)\". The help screen lists them.")
        }
        if let index = changed.firstIndex(where: { $0.context == context.rawValue && $0.command == name }) {
            changed[index].sequences.append(sequence)
        } else {
            let help = changed.first { $0.command == name }?.help ?? command.rawValue
            changed.append(Binding([sequence], command: name, context: context.rawValue, help: help))
        }
        return changed
    }

    /// The table with all `changes` made to it, in their order.
    ///
    /// - Throws: ``KeyChangeError`` for the change that cannot be made, with its index.
    public static func keymap(
        changes: [KeyChange], failing: (Int, KeyChangeError) -> any Error
    ) throws -> Keymap {
        var bindings = try bindings()
        for (index, change) in changes.enumerated() {
            do {
                bindings = try changed(bindings, by: change)
            } catch {
                throw failing(index, error)
            }
        }
        return Keymap(bindings)
    }
}
