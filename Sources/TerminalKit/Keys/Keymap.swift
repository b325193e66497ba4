/// One row of the key table: which keys do what, where, and how that is told. Dispatch, hints, help and documentation
/// read the same rows.
public struct Binding: Hashable, Sendable {
    /// The keys that do it; the first is the one to show. May be empty: the command is then reachable by name only.
    public var sequences: [KeySequence]
    /// The command's name, as configurations and the command line say it: `next-gap`.
    public var command: String
    /// Where it holds: the name of a screen, or a name that several screens share.
    public var context: String
    /// What it does, as a line of the help.
    public var help: String
    /// One or two words for the line of hints; nil where it does not stand there.
    public var hint: String?

    /// Makes a row.
    public init(
        _ sequences: [KeySequence], command: String, context: String, help: String, hint: String? = nil
    ) {
        self.sequences = sequences
        self.command = command
        self.context = context
        self.help = help
        self.hint = hint
    }

    /// Makes a row out of written keys, such as `["j", "down"]`.
    public init(
        keys: [String], command: String, context: String, help: String, hint: String? = nil
    ) throws(KeyNotationError) {
        var sequences: [KeySequence] = []
        for text in keys {
            sequences.append(try KeySequence(text))
        }
        self.init(sequences, command: command, context: context, help: help, hint: hint)
    }
}

/// Two commands that want the same keys in the same context, or keys of which one begins the other.
public struct KeyConflict: Error, Hashable, Sendable, CustomStringConvertible {
    /// Where.
    public let context: String
    /// The shorter of the two sequences.
    public let sequence: KeySequence
    /// Its command.
    public let command: String
    /// The other sequence.
    public let otherSequence: KeySequence
    /// The other command.
    public let otherCommand: String

    /// In words.
    public var description: String {
        sequence == otherSequence
            ? "In \(context), \(sequence) is bound to both \(command) and \(otherCommand)."
            : "In \(context), \(sequence) (\(command)) is the beginning of \(otherSequence) (\(otherCommand)), "
                + "which could therefore never be reached."
    }
}

/// The key table, ready to be asked. A trie per context, so that a key costs one look-up per context whatever the
/// table's length.
public struct Keymap: Sendable {
    /// The rows, in the order in which they are shown.
    public let bindings: [Binding]
    /// What cannot be: the first row of two holds. Empty for a sound table.
    public let conflicts: [KeyConflict]
    private let roots: [String: Node]

    /// Builds the table. It is usable even with conflicts, so that a user's mistake costs one key and not the program.
    public init(_ bindings: [Binding]) {
        var roots: [String: Node] = [:]
        var conflicts: [KeyConflict] = []
        for (index, binding) in bindings.enumerated() {
            for sequence in binding.sequences {
                let clash = roots[binding.context, default: Node()].insert(sequence.keys[...], index)
                guard let clash, bindings[clash].command != binding.command else { continue }
                conflicts.append(Self.conflict(of: binding, sequence, with: bindings[clash]))
            }
        }
        self.bindings = bindings
        self.conflicts = conflicts
        self.roots = roots
    }

    /// What keys mean.
    public enum Match: Hashable, Sendable {
        /// Nothing.
        case none
        /// A command.
        case command(Binding)
        /// The beginning of sequences; these rows may follow.
        case prefix([Binding])
    }

    /// What `keys` mean where `contexts` hold, the innermost first: the first context that knows them decides.
    public func match(_ keys: [Key], in contexts: [String]) -> Match {
        for context in contexts {
            guard let node = roots[context]?.descend(keys[...]) else { continue }
            if let index = node.binding { return .command(bindings[index]) }
            return .prefix(node.indexes.map { bindings[$0] })
        }
        return .none
    }

    /// The row of `command` in the first of `contexts` that has it.
    public func binding(for command: String, in contexts: [String]) -> Binding? {
        for context in contexts {
            if let found = bindings.first(where: { $0.command == command && $0.context == context }) { return found }
        }
        return nil
    }

    /// The rows of `context`, in the table's order.
    public func bindings(in context: String) -> [Binding] {
        bindings.filter { $0.context == context }
    }

    /// The table with other keys for `command` in `context`. Rows of other commands in that context lose keys that are
    /// the same or that meet, so that a user's choice always holds.
    public func rebinding(_ command: String, in context: String, to sequences: [KeySequence]) -> Keymap {
        Keymap(
            bindings.map { row in
                guard row.context == context else { return row }
                var row = row
                if row.command == command {
                    row.sequences = sequences
                } else {
                    row.sequences.removeAll { old in sequences.contains { Self.meet($0.keys, old.keys) } }
                }
                return row
            })
    }

    private static func meet(_ lhs: [Key], _ rhs: [Key]) -> Bool {
        lhs.starts(with: rhs) || rhs.starts(with: lhs)
    }

    private static func conflict(of binding: Binding, _ sequence: KeySequence, with other: Binding) -> KeyConflict {
        let otherSequence = other.sequences.first { meet($0.keys, sequence.keys) } ?? sequence
        let isLonger = sequence.keys.count > otherSequence.keys.count
        return KeyConflict(
            context: binding.context,
            sequence: isLonger ? otherSequence : sequence, command: isLonger ? other.command : binding.command,
            otherSequence: isLonger ? sequence : otherSequence,
            otherCommand: isLonger ? binding.command : other.command)
    }

    /// A node of the trie: a row's index, or what follows; never both.
    private struct Node: Sendable {
        var binding: Int?
        var children: [Key: Node] = [:]

        /// Enters `index` at `keys`; answers the row that stands in the way, if one does, and then enters nothing.
        mutating func insert(_ keys: ArraySlice<Key>, _ index: Int) -> Int? {
            if let binding { return binding }
            guard let key = keys.first else {
                if let other = indexes.first { return other }
                binding = index
                return nil
            }
            return children[key, default: Node()].insert(keys.dropFirst(), index)
        }

        func descend(_ keys: ArraySlice<Key>) -> Node? {
            guard let key = keys.first else { return self }
            return children[key]?.descend(keys.dropFirst())
        }

        /// The rows at and below the node, in the table's order.
        var indexes: [Int] {
            ((binding.map { [$0] } ?? []) + children.values.flatMap(\.indexes)).sorted()
        }
    }
}
