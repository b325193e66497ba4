/// Groups of numbers by strings of bytes: open addressing over FNV-1a. A look-up that finds nothing, as most do, costs one
/// comparison of hashes. <https://datatracker.ietf.org/doc/html/draft-eastlake-fnv>
struct ByteTable: Sendable {
    /// The hash in each slot; 0 where there is none.
    private var hashes = [UInt64](repeating: 0, count: 64)
    /// Which key stands in each slot.
    private var slots = [Int32](repeating: 0, count: 64)
    private var keys: [UInt8] = []
    private var keyEnds: [Int32] = []

    /// How many strings there are.
    var count: Int { keyEnds.count }

    static let seed: UInt64 = 0xcbf2_9ce4_8422_2325

    /// The hash of a string that goes on by a byte.
    @inline(__always)
    static func mix(_ hash: UInt64, _ byte: UInt8) -> UInt64 {
        (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01b3
    }

    /// The hash of a string.
    @inline(__always)
    static func hash(_ key: some Sequence<UInt8>) -> UInt64 {
        key.reduce(seed, mix)
    }

    /// The number of a string, counted from 0 in the order of adding; nil where it is not there.
    func number(of key: UnsafeBufferPointer<UInt8>, _ hash: UInt64) -> Int? {
        let wanted = hash | 1
        var index = Int(truncatingIfNeeded: hash ^ (hash >> 29)) & (hashes.count - 1)
        while true {
            let here = hashes[index]
            if here == 0 { return nil }
            if here == wanted, isKey(Int(slots[index]), key) { return Int(slots[index]) }
            index = (index + 1) & (hashes.count - 1)
        }
    }

    /// The number of a string, which is added where it is not there.
    mutating func add(_ key: UnsafeBufferPointer<UInt8>, _ hash: UInt64) -> Int {
        if let known = number(of: key, hash) { return known }
        if (count + 1) * 2 > hashes.count { grow() }
        keys.append(contentsOf: key)
        keyEnds.append(Int32(truncatingIfNeeded: keys.count))
        place(hash, count - 1)
        return count - 1
    }

    /// Forgets all strings.
    mutating func removeAll() {
        self = ByteTable()
    }

    private mutating func place(_ hash: UInt64, _ number: Int) {
        var index = Int(truncatingIfNeeded: hash ^ (hash >> 29)) & (hashes.count - 1)
        while hashes[index] != 0 { index = (index + 1) & (hashes.count - 1) }
        hashes[index] = hash | 1
        slots[index] = Int32(truncatingIfNeeded: number)
    }

    private mutating func grow() {
        let size = hashes.count * 2
        hashes = [UInt64](repeating: 0, count: size)
        slots = [Int32](repeating: 0, count: size)
        for number in 0..<count { place(ByteTable.hash(keys[range(number)]), number) }
    }

    private func range(_ number: Int) -> Range<Int> {
        (number == 0 ? 0 : Int(keyEnds[number - 1]))..<Int(keyEnds[number])
    }

    private func isKey(_ number: Int, _ key: UnsafeBufferPointer<UInt8>) -> Bool {
        let range = range(number)
        guard range.count == key.count else { return false }
        return keys.withUnsafeBufferPointer { keys in
            for offset in 0..<key.count where keys[range.lowerBound + offset] != key[offset] { return false }
            return true
        }
    }
}
