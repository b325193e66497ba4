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
    public init(keys: [String], command: String, context: String, isHinted: Bool = false) throws(KeyNotationError) {
        var sequences: [KeySequence] = []
        for text in keys { sequences.append(try KeySequence(text)) }
        self.init(sequences, command: command, context: context, isHinted: isHinted)
    }
}

/// The key table. Where the keys of two rows in one context are equal, or those of one begin those of the other, the first row
/// applies.
public struct Keymap: Sendable {
    /// The rows in the order of display.
    public let bindings: [Binding]
    /// The rows of each context, since every key and every frame ask for them.
    private let bindingsByContext: [String: [Binding]]

    public init(_ bindings: [Binding]) {
        self.bindings = bindings
        bindingsByContext = Dictionary(grouping: bindings) { $0.context }
    }

    /// The meaning of a key sequence.
    public enum Match: Hashable, Sendable {
        case none
        case command(Binding)
        /// The beginning of sequences, with the rows that may complete it.
        case prefix([Binding])
    }

    /// Returns the meaning of `keys` in the first of `contexts`, innermost first, that knows them. Takes time in proportion to
    /// the rows of these contexts.
    public func match(_ keys: [Key], in contexts: [String]) -> Match {
        for context in contexts {
            let rows = bindings(in: context).filter { $0.sequences.contains { $0.keys.starts(with: keys) } }
            guard let first = rows.first else { continue }
            if first.sequences.first(where: { $0.keys.starts(with: keys) })?.keys == keys { return .command(first) }
            return .prefix(
                rows.filter { $0.sequences.contains { $0.keys.count > keys.count && $0.keys.starts(with: keys) } })
        }
        return .none
    }

    /// Returns the row of `command` in the first of `contexts` that has it.
    public func binding(for command: String, in contexts: [String]) -> Binding? {
        for context in contexts {
            if let found = bindings(in: context).first(where: { $0.command == command }) { return found }
        }
        return nil
    }

    /// Returns the rows of `context`, in the table's order.
    public func bindings(in context: String) -> [Binding] { bindingsByContext[context] ?? [] }
}
