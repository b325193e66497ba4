/// Collects keys until they form a command, a sequence or a count. One per stack of screens; the caller performs the commands.
public struct KeyMatcher: Sendable {
    /// The keys of an unfinished sequence.
    public private(set) var pending: [Key] = []
    /// The rows that may complete the unfinished sequence.
    public private(set) var continuations: [Binding] = []
    /// The count so far, typed as digits with Alt.
    public private(set) var count: Int?

    /// True while a count or the keys of an unfinished sequence wait for the next key.
    public var hasBegun: Bool { count != nil || !pending.isEmpty }

    public init() {}

    /// Handles a key press. Returns the command that it completes with the count before it, or `nil` if the key belongs to a
    /// sequence or a count, ends one, or has no meaning.
    public mutating func press(
        _ key: Key, in contexts: [String], of keymap: Keymap
    ) -> (binding: Binding, count: Int?)? {
        if hasBegun, key == .named(.escape) {
            reset()
            return nil
        }
        switch keymap.match(pending + [key], in: contexts) {
        case .command(let binding):
            defer { reset() }
            return (binding, count)
        case .prefix(let rows):
            pending.append(key)
            continuations = rows
        case .none:
            if pending.isEmpty, let digit = Self.digit(key), count != nil || digit > 0 {
                count = min(999_999, (count ?? 0) * 10 + digit)
            } else {
                reset()
            }
        }
        return nil
    }

    /// Drops an unfinished sequence and count.
    public mutating func reset() { self = KeyMatcher() }

    private static func digit(_ key: Key) -> Int? {
        guard key.modifiers == .alt, case .character(let character) = key.code, character.isASCII else { return nil }
        return character.wholeNumberValue
    }
}
