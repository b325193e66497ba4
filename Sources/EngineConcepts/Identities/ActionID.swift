/// A globally unique identity of an action: 128 random bits as hexadecimal digits, usable as an idempotency key.
public struct ActionID: TextIdentity {
    public let rawValue: String

    public init(_ rawValue: String) { self.rawValue = rawValue }

    /// Returns a new random identity.
    public static func random(using generator: inout some RandomNumberGenerator) -> ActionID {
        ActionID(generator.next(), generator.next())
    }

    /// The identity of the action that continues this one, such as the next post of a thread; always the same.
    public var next: ActionID {
        let bytes = "\(rawValue)\nnext".utf8
        return ActionID(StableHash.fnv1a(bytes), StableHash.fnv1a(bytes, seed: 0x8422_2325_cbf2_9ce4))
    }

    private init(_ halves: UInt64...) {
        rawValue = halves.map { String($0, width: 16, radix: 16) }.joined()
    }
}
