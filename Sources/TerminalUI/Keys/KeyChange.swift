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
    /// What is wrong.
    public let description: String
    /// The name that is none, and those that there are; nil where something else is wrong.
    public let unknown: UnknownName?

    init(_ description: String, unknown: UnknownName? = nil) {
        self.description = description
        self.unknown = unknown
    }
}

nonisolated extension DefaultKeymap {
    /// The table with one change made to it. The keys are taken from whatever had them in that context, and so are longer
    /// and shorter sequences that they would make unreachable: what the reader chose holds.
    static func changed(_ bindings: [Binding], by change: KeyChange) throws(KeyChangeError) -> [Binding] {
        guard let context = KeyContext(rawValue: change.context) else {
            throw KeyChangeError(
                "There is no part of the screen called \"\(change.context)\".",
                unknown: UnknownName(change.context, among: KeyContext.allCases.map(\.rawValue)))
        }
        let sequence: KeySequence
        do {
            sequence = try KeySequence(change.keys)
        } catch {
            throw KeyChangeError(error.description)
        }
        var changed = bindings
        for index in changed.indices where changed[index].context == context.rawValue {
            changed[index].sequences.removeAll { $0.meets(sequence) }
        }
        guard let name = change.command else { return changed }
        guard let command = Command(rawValue: name) else {
            throw KeyChangeError(
                "There is no command called \"\(name)\". The command line (the key :) lists them.",
                unknown: UnknownName(name, among: Command.allCases.map(\.rawValue)))
        }
        if let index = changed.firstIndex(where: { $0.context == context.rawValue && $0.command == name }) {
            changed[index].sequences.append(sequence)
        } else {
            let help = changed.first { $0.command == name }?.help ?? command.rawValue
            changed.append(Binding([sequence], command: name, context: context.rawValue, help: help))
        }
        return changed
    }

    /// The table with `changes` made to it, in their order, over those of `preset`.
    ///
    /// - Parameter report: Told of each change that cannot be made, with its index, and that is left out: it is misspelt, or
    ///   its keys meet those of an earlier one, so that one of them could never be reached.
    /// - Throws: Where Fiber's own table or a preset is misspelt; tests hold that this does not happen.
    public static func keymap(
        preset: KeyPreset = .fiber, changes: [KeyChange], report: (Int, KeyChangeError) -> Void
    ) throws -> Keymap {
        var bindings = try bindings()
        for change in preset.changes { bindings = try changed(bindings, by: change) }
        var made: [KeyChange] = []
        for (index, change) in changes.enumerated() {
            do throws(KeyChangeError) {
                if let earlier = made.first(where: { $0.meets(change) }) { throw conflict(change, earlier) }
                bindings = try changed(bindings, by: change)
                made.append(change)
            } catch {
                report(index, error)
            }
        }
        return Keymap(bindings)
    }

    /// The commands that no key is left for in a part of the screen because of `changes`, each with the index of the change that
    /// took its last one. A key that is to do nothing says so itself.
    ///
    /// - Throws: As ``keymap(preset:changes:report:)``.
    public static func keyless(
        preset: KeyPreset = .fiber, changes: [KeyChange], in keymap: Keymap
    ) throws -> [(change: Int, command: String)] {
        var before = try bindings()
        for change in preset.changes { before = try changed(before, by: change) }
        return before.compactMap { row in
            let now = keymap.binding(for: row.command, in: [row.context])
            guard !row.sequences.isEmpty, now?.sequences.isEmpty == true else { return nil }
            return changes.indices
                .last { index in
                    let change = changes[index]
                    guard change.context == row.context, change.command != nil, change.command != row.command,
                        let sequence = change.sequence
                    else { return false }
                    return row.sequences.contains { $0.meets(sequence) }
                }
                .map { ($0, row.command) }
        }
    }

    private static func conflict(_ change: KeyChange, _ earlier: KeyChange) -> KeyChangeError {
        let (earlierName, name) = (earlier.command ?? "nothing", change.command ?? "nothing")
        let both = "\"\(earlier.keys)\" (\(earlierName)) and \"\(change.keys)\" (\(name))"
        return KeyChangeError(
            change.sequence != earlier.sequence
                ? "In \(change.context), \(both) begin alike, so that the longer one could never be reached."
                : change.keys != earlier.keys
                    ? "In \(change.context), \(both) are the same key: it does what is said first."
                    : "In \(change.context), \"\(change.keys)\" is given to both \(earlierName) and \(name).")
    }
}

nonisolated extension KeySequence {
    /// Whether both are the same, or one begins with the other.
    func meets(_ other: KeySequence) -> Bool {
        keys.starts(with: other.keys) || other.keys.starts(with: keys)
    }
}

nonisolated extension KeyChange {
    /// Whether both give keys that meet, in the same part of the screen, to different commands. What is misspelt meets
    /// nothing: it is told by itself.
    fileprivate func meets(_ other: KeyChange) -> Bool {
        guard context == other.context, command != other.command, command != nil, other.command != nil else {
            return false
        }
        guard let sequence, let others = other.sequence else { return false }
        return sequence.meets(others)
    }

    /// The keys; nil where they are misspelt, which is told by itself.
    fileprivate var sequence: KeySequence? {
        do {
            return try KeySequence(keys)
        } catch {
            return nil
        }
    }
}
