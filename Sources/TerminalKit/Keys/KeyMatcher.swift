/// Collects keys until they mean something: sequences and counts. One per screen stack; the caller acts on what comes
/// out.
public struct KeyMatcher: Sendable {
    /// The keys of a sequence that has begun.
    public private(set) var pending: [Key] = []
    /// The count typed so far, by digits held with Alt.
    public private(set) var count: Int?

    /// Makes a matcher that waits for a first key.
    public init() {}

    /// What a key has led to.
    public enum Outcome: Hashable, Sendable {
        /// A command, with the count that was typed before it.
        case command(Binding, count: Int?)
        /// A sequence has begun; these rows may follow. What a pop-up of continuations shows.
        case pending([Binding])
        /// A digit of a count.
        case counting(Int)
        /// Nothing that the table knows. Holds the key where it began no sequence, so that an input line can take it.
        case unbound(Key)
        /// A sequence was given up: by Escape, or by a key that does not continue it.
        case cancelled
    }

    /// Takes a key.
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

    /// Forgets what was typed.
    public mutating func reset() {
        pending = []
        count = nil
    }

    private static func digit(_ key: Key) -> Int? {
        guard key.modifiers == .alt, case .character(let character) = key.code, character.isASCII else { return nil }
        return character.wholeNumberValue
    }
}
