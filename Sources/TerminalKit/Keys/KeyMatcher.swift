/// Collects keys until they form a command, a sequence or a count. One per screen stack; the caller acts on the outcome.
public struct KeyMatcher: Sendable {
    /// The keys of an unfinished sequence.
    public private(set) var pending: [Key] = []
    /// The count so far, typed as digits with Alt.
    public private(set) var count: Int?

    public init() {}

    /// The outcome of a key press.
    public enum Outcome: Hashable, Sendable {
        /// A command, with the count before it.
        case command(Binding, count: Int?)
        /// An unfinished sequence and the rows that may complete it.
        case pending([Binding])
        /// A digit of a count.
        case counting(Int)
        /// An unknown key that began no sequence, so that an input line can take it.
        case unbound(Key)
        /// A sequence that ended by Escape or by a key that does not continue it.
        case cancelled
    }

    /// Handles a key press.
    public mutating func press(_ key: Key, in contexts: [String], of keymap: Keymap) -> Outcome {
        let hadBegun = !pending.isEmpty || count != nil
        if hadBegun, key == .named(.escape) {
            reset()
            return .cancelled
        }
        switch keymap.match(pending + [key], in: contexts) {
        case .command(let binding):
            let count = count
            reset()
            return .command(binding, count: count)
        case .prefix(let rows):
            pending.append(key)
            return .pending(rows)
        case .none:
            if pending.isEmpty, let digit = Self.digit(key), count != nil || digit > 0 {
                let count = min(999_999, (count ?? 0) * 10 + digit)
                self.count = count
                return .counting(count)
            }
            reset()
            return hadBegun ? .cancelled : .unbound(key)
        }
    }

    /// Drops an unfinished sequence and count.
    public mutating func reset() {
        pending = []
        count = nil
    }

    private static func digit(_ key: Key) -> Int? {
        guard key.modifiers == .alt, case .character(let character) = key.code, character.isASCII else { return nil }
        return character.wholeNumberValue
    }
}
