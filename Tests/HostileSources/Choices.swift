/// Choices made by bytes: those of a fuzzer, which can then vary one choice at a time, or random ones from a seed. When
/// the bytes are used up, every choice is the first one.
public struct Choices: Sendable {
    private var bytes: ArraySlice<UInt8>

    /// Takes the choices from these bytes.
    public init(_ bytes: [UInt8]) {
        self.bytes = bytes[...]
    }

    /// Returns a number from 0 up to but not including `count`.
    public mutating func next(_ count: Int) -> Int {
        guard count > 1, let byte = bytes.popFirst() else { return 0 }
        guard count > 256, let second = bytes.popFirst() else { return Int(byte) % count }
        return (Int(byte) << 8 | Int(second)) % count
    }

    /// Returns one of these values. The first one is the most likely: it is chosen where the bytes have run out.
    public mutating func one<Value>(of values: [Value]) -> Value {
        values[next(values.count)]
    }

    /// Returns true once in `count` times.
    public mutating func once(in count: Int) -> Bool {
        next(count) == count - 1
    }
}
