import WebText

/// Values by the names of elements, found by the bytes of a name, whatever their case.
struct NameTable<Value: Sendable>: Sendable {
    private static var slotCount: Int { 512 }

    /// The values by their numbers, in the order of the entries.
    let values: [Value]
    private var slots = [(key: NameKey, number: Int)?](repeating: nil, count: slotCount)

    /// Creates a table of values by lower-case names of up to sixteen bytes, far fewer than it has slots.
    init(_ entries: [(name: String, value: Value)]) {
        values = entries.map(\.value)
        for (number, entry) in entries.enumerated() {
            guard let key = Array(entry.name.utf8).withUnsafeBufferPointer({ NameKey($0) }) else { continue }
            var slot = key.slot
            while slots[slot] != nil { slot = (slot + 1) & (Self.slotCount - 1) }
            slots[slot] = (key, number)
        }
    }

    /// Returns the number of the value with this name, or `nil` if there is none.
    func number(of name: UnsafeBufferPointer<UInt8>) -> Int? {
        guard let key = NameKey(name) else { return nil }
        var slot = key.slot
        while let entry = slots[slot] {
            if entry.key == key { return entry.number }
            slot = (slot + 1) & (Self.slotCount - 1)
        }
        return nil
    }

    /// Returns the value with this name, or `nil` if there is none.
    subscript(name: UnsafeBufferPointer<UInt8>) -> Value? { number(of: name).map { values[$0] } }
}

/// A name of up to sixteen bytes in lower case as two numbers.
private struct NameKey: Equatable, Sendable {
    private var first: UInt64 = 0
    private var second: UInt64 = 0

    init?(_ name: UnsafeBufferPointer<UInt8>) {
        guard name.count <= 16 else { return nil }
        for byte in name {
            second = second << 8 | first >> 56
            first = first << 8 | UInt64(byte.lowercasedASCII)
        }
    }

    /// The first slot to look in: nine bits of a hash, for 512 slots.
    var slot: Int {
        Int(truncatingIfNeeded: ((first ^ second &* 31) &* 0x9e37_79b9_7f4a_7c15) >> 55)
    }
}
