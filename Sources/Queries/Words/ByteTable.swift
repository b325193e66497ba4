import EngineConcepts

/// A hash table of byte strings with indices, by open addressing over FNV-1a (``StableHash``). A failed lookup, the usual
/// one, costs one comparison of hashes.
struct ByteTable: Sendable {
    /// A slot for a key; its hash is 0 if it is empty.
    private struct Slot {
        var hash: UInt64 = 0
        var index: Int32 = 0
        /// The range of the key in ``keys``.
        var start: Int32 = 0
        var length: Int32 = 0
    }

    private var slots = [Slot](repeating: Slot(), count: 64)
    private var keys: [UInt8] = []
    /// The number of strings.
    private(set) var count = 0

    /// Returns the hash of a string.
    @inline(__always)
    static func hash(_ key: some Sequence<UInt8>) -> UInt64 {
        var hash = StableHash.seed
        for byte in key { hash = StableHash.combined(hash, byte) }
        return hash
    }

    /// Returns the index of a string in the order of insertion, from 0, or `nil` if it is absent.
    func index(of key: UnsafeBufferPointer<UInt8>, _ hash: UInt64) -> Int? {
        let wanted = hash | 1
        return slots.withUnsafeBufferPointer { slots in
            var index = ByteTable.home(of: hash, in: slots.count)
            while true {
                let slot = slots[index]
                if slot.hash == 0 { return nil }
                if slot.hash == wanted, isKey(slot, key) { return Int(slot.index) }
                index = (index + 1) & (slots.count - 1)
            }
        }
    }

    /// Returns the index of a string, which it inserts if absent.
    mutating func add(_ key: UnsafeBufferPointer<UInt8>, _ hash: UInt64) -> Int {
        if let known = index(of: key, hash) { return known }
        if (count + 1) * 2 > slots.count { grow() }
        insert(
            Slot(
                hash: hash | 1, index: Int32(truncatingIfNeeded: count), start: Int32(truncatingIfNeeded: keys.count),
                length: Int32(truncatingIfNeeded: key.count)), from: hash)
        keys.append(contentsOf: key)
        count += 1
        return count - 1
    }

    private static func home(of hash: UInt64, in size: Int) -> Int {
        Int(truncatingIfNeeded: hash ^ (hash >> 29)) & (size - 1)
    }

    private mutating func insert(_ slot: Slot, from hash: UInt64) {
        var index = ByteTable.home(of: hash, in: slots.count)
        while slots[index].hash != 0 { index = (index + 1) & (slots.count - 1) }
        slots[index] = slot
    }

    private mutating func grow() {
        let oldSlots = slots
        slots = [Slot](repeating: Slot(), count: oldSlots.count * 2)
        for slot in oldSlots where slot.hash != 0 { insert(slot, from: ByteTable.hash(keys[range(of: slot)])) }
    }

    private func range(of slot: Slot) -> Range<Int> {
        Int(slot.start)..<Int(slot.start) + Int(slot.length)
    }

    private func isKey(_ slot: Slot, _ key: UnsafeBufferPointer<UInt8>) -> Bool {
        guard Int(slot.length) == key.count else { return false }
        return keys.withUnsafeBufferPointer { keys in
            let start = Int(slot.start)
            for offset in 0..<key.count where keys[start + offset] != key[offset] { return false }
            return true
        }
    }
}
