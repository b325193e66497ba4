/// The folded words of a text, without case, diacritics and separators. Queries, tickets, highlighting and the full-text
/// index all share this definition of a word.
///
/// A word is a run of letters, marks and digits. In scripts without spaces each character is a word, so that a query's
/// words match as a phrase. Emoji are words, and so are `+` and `#` right after a word, which tell `C`, `C++` and `C#`
/// apart.
struct Words {
    /// The folded words in UTF-8, and spare room after them.
    private var room: [UInt8] = []
    private var used = 0
    /// The end of each word in ``bytes``; it begins at the previous end.
    private(set) var ends: [Int32] = []
    /// The hash of each word by ``ByteTable``.
    private(set) var hashes: [UInt64] = []
    /// The range of each word in the original text, in bytes of UTF-8. Empty for barriers.
    private(set) var ranges: [Range<Int32>] = []

    init() {}

    /// Reads the words of `text`.
    init(_ text: String) {
        append(text)
    }

    /// The folded words in UTF-8, without separators.
    var bytes: ArraySlice<UInt8> { room[..<used] }

    /// The number of words.
    var count: Int { ends.count }

    /// Returns the range of a word in ``bytes``.
    func range(_ index: Int) -> Range<Int> {
        (index == 0 ? 0 : Int(ends[index - 1]))..<Int(ends[index])
    }

    subscript(_ index: Int) -> String {
        String(decoding: room[range(index)], as: UTF8.self)
    }

    /// All words in order.
    var list: [String] {
        (0..<count).map { self[$0] }
    }

    /// All words with spaces between them.
    var joined: String {
        var joined: [UInt8] = []
        joined.reserveCapacity(used + count)
        var start = 0
        for end in ends {
            if start > 0 { joined.append(UInt8(ascii: " ")) }
            joined += room[start..<Int(end)]
            start = Int(end)
        }
        return String(decoding: joined, as: UTF8.self)
    }

    /// Removes all words and keeps the storage.
    mutating func removeAll() {
        used = 0
        ends.removeAll(keepingCapacity: true)
        hashes.removeAll(keepingCapacity: true)
        ranges.removeAll(keepingCapacity: true)
    }

    /// Replaces the words by those of some texts, with barriers between them.
    ///
    /// - Parameter isEnclosed: True to add barriers around the texts too.
    mutating func load(_ texts: [String], isEnclosed: Bool = false) {
        removeAll()
        for (index, text) in texts.enumerated() {
            if index > 0 || isEnclosed { appendBarrier() }
            append(text)
        }
        if isEnclosed, !texts.isEmpty { appendBarrier() }
    }

    /// Adds the words of `text`; their ranges count from its start.
    mutating func append(_ text: String) {
        var text = text
        text.withUTF8 { text in
            // Folding makes a character at most four times as long.
            makeRoom(for: text.count * 4)
            var room = self.room
            self.room = []
            room.withUnsafeMutableBufferPointer { output in
                var reader = WordReader(output: output, used: used, ends: ends, hashes: hashes, ranges: ranges)
                (ends, hashes, ranges) = ([], [], [])
                reader.read(text)
                (used, ends, hashes, ranges) = (reader.used, reader.ends, reader.hashes, reader.ranges)
            }
            self.room = room
        }
    }

    private mutating func makeRoom(for count: Int) {
        let missing = used + count + 16 - room.count
        if missing > 0 { room.append(contentsOf: repeatElement(0, count: max(missing, room.count))) }
    }

    /// Calls `body` for each word with its number, bytes and hash; for barriers too.
    @inline(__always)
    func eachWord(_ body: (Int, UnsafeBufferPointer<UInt8>, UInt64) -> Void) {
        room.withUnsafeBufferPointer { bytes in
            ends.withUnsafeBufferPointer { ends in
                hashes.withUnsafeBufferPointer { hashes in
                    var start = 0
                    for number in 0..<ends.count {
                        let end = Int(ends[number])
                        body(number, UnsafeBufferPointer(rebasing: bytes[start..<end]), hashes[number])
                        start = end
                    }
                }
            }
        }
    }

    /// A separator between two texts of a field, so that no phrase spans both. It is no letter, so no text has it as a word.
    static let barrier = "\u{2029}"

    /// Adds a barrier.
    mutating func appendBarrier() {
        makeRoom(for: 0)
        for byte in Words.barrier.utf8 {
            room[used] = byte
            used += 1
        }
        ends.append(Int32(truncatingIfNeeded: used))
        hashes.append(Words.barrierHash)
        ranges.append(0..<0)
    }

    func isBarrier(_ index: Int) -> Bool {
        hashes[index] == Words.barrierHash && room[range(index)].elementsEqual(Words.barrier.utf8)
    }

    private static let barrierHash = ByteTable.hash(barrier.utf8)
}
