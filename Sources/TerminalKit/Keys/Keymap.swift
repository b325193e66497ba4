/// A row of the key table: keys, command and context. Dispatch, hints, help and documentation read the same rows.
public struct Binding: Hashable, Sendable {
    /// The keys; the first is displayed. If empty, the command is reachable by name only.
    public var sequences: [KeySequence]
    /// The command's name in configurations and on the command line: `next-gap`.
    public var command: String
    /// The context: the name of a screen or of a group of screens.
    public var context: String
    /// True if the line of hints lists it.
    public var isHinted: Bool

    public init(_ sequences: [KeySequence], command: String, context: String, isHinted: Bool = false) {
        self.sequences = sequences
        self.command = command
        self.context = context
        self.isHinted = isHinted
    }

    /// Creates a row from written keys, such as `["j", "down"]`.
    public init(
        keys: [String], command: String, context: String, isHinted: Bool = false
    ) throws(KeyNotationError) {
        var sequences: [KeySequence] = []
        for text in keys {
            sequences.append(try KeySequence(text))
        }
        self.init(sequences, command: command, context: context, isHinted: isHinted)
    }
}

/// A conflict in one context: two commands with equal keys, or keys of which one begins the other.
public struct KeyConflict: Hashable, Sendable, CustomStringConvertible {
    public let context: String
    /// The shorter sequence.
    public let sequence: KeySequence
    /// The command of the shorter sequence.
    public let command: String
    /// The longer sequence.
    public let otherSequence: KeySequence
    /// The command of the longer sequence.
    public let otherCommand: String

    public var description: String {
        sequence == otherSequence
            ? "In \(context), \(sequence) is bound to both \(command) and \(otherCommand)."
            : "In \(context), \(sequence) (\(command)) is the beginning of \(otherSequence) (\(otherCommand)), "
                + "which could therefore never be reached."
    }
}

/// The compiled key table: a trie per context, so that a key costs one lookup per context.
public struct Keymap: Sendable {
    /// The rows in the order of display.
    public let bindings: [Binding]
    /// The conflicts; the first row of two applies.
    public let conflicts: [KeyConflict]
    private let roots: [String: Node]

    /// Builds the table. Conflicts leave it usable, so that a user's mistake costs one key.
    public init(_ bindings: [Binding]) {
        var roots: [String: Node] = [:]
        var conflicts: [KeyConflict] = []
        for (index, binding) in bindings.enumerated() {
            for sequence in binding.sequences {
                let clash = roots[binding.context, default: Node()].insert(sequence.keys[...], index)
                guard let clash else { continue }
                let other = bindings[clash]
                let otherSequence = other.sequences.first { $0.overlaps(sequence) } ?? sequence
                // The same keys twice for one command do no harm.
                guard other.command != binding.command || otherSequence != sequence else { continue }
                conflicts.append(Self.conflict(of: binding, sequence, with: other, otherSequence))
            }
        }
        self.bindings = bindings
        self.conflicts = conflicts
        self.roots = roots
    }

    /// The meaning of a key sequence.
    public enum Match: Hashable, Sendable {
        case none
        case command(Binding)
        /// The beginning of sequences, with the rows that may complete it.
        case prefix([Binding])
    }

    /// Returns the meaning of `keys` in the first of `contexts`, innermost first, that knows them.
    public func match(_ keys: [Key], in contexts: [String]) -> Match {
        for context in contexts {
            guard let node = roots[context]?.descend(keys[...]) else { continue }
            if let index = node.binding { return .command(bindings[index]) }
            return .prefix(node.indexes.map { bindings[$0] })
        }
        return .none
    }

    /// Returns the row of `command` in the first of `contexts` that has it.
    public func binding(for command: String, in contexts: [String]) -> Binding? {
        for context in contexts {
            if let found = bindings.first(where: { $0.command == command && $0.context == context }) { return found }
        }
        return nil
    }

    /// Returns the rows of `context`, in the table's order.
    public func bindings(in context: String) -> [Binding] {
        bindings.filter { $0.context == context }
    }

    private static func conflict(
        of binding: Binding, _ sequence: KeySequence, with other: Binding, _ otherSequence: KeySequence
    ) -> KeyConflict {
        let isLonger = sequence.keys.count > otherSequence.keys.count
        return KeyConflict(
            context: binding.context,
            sequence: isLonger ? otherSequence : sequence, command: isLonger ? other.command : binding.command,
            otherSequence: isLonger ? sequence : otherSequence,
            otherCommand: isLonger ? binding.command : other.command)
    }

    /// A node of the trie: a row's index or its children, never both.
    private struct Node: Sendable {
        var binding: Int?
        var children: [Key: Node] = [:]

        /// Inserts `index` at `keys`, or returns the conflicting row.
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

        /// Returns the rows at and below the node, in the table's order.
        var indexes: [Int] {
            ((binding.map { [$0] } ?? []) + children.values.flatMap(\.indexes)).sorted()
        }
    }
}
