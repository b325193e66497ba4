/// A dictionary from byte strings to lists of numbers.
struct ByteLists: Sendable {
    private var strings = ByteTable()
    /// The list of each string, by its index.
    private var lists: [[Int]] = []

    /// Appends a number to the list of a string.
    mutating func append(_ number: Int, to key: UnsafeBufferPointer<UInt8>) {
        let index = strings.add(key, ByteTable.hash(key))
        if index == lists.count { lists.append([]) }
        lists[index].append(number)
    }

    /// Returns the list of a string with this hash, or `nil` if it has none.
    func list(of key: UnsafeBufferPointer<UInt8>, _ hash: UInt64) -> [Int]? {
        strings.index(of: key, hash).map { lists[$0] }
    }
}
