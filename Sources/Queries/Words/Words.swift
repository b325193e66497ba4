/// A text as its words, folded: without case, without diacritics, without what is between them. The one place that
/// decides what a word is; queries, tickets, highlighting and the full-text index all ask here.
///
/// A word is a run of letters, marks and digits. Scripts that are written without spaces give a word for each character,
/// so that a query's words are found inside a sentence as a phrase. Emoji and other pictures are words, and so are `+`
/// and `#` right behind a word, which tell `C`, `C++` and `C#` apart.
struct Words {
    /// The folded words, one after another, in UTF-8; room for more behind them.
    private var room: [UInt8] = []
    private var used = 0
    /// Where each word ends in ``bytes``; it begins where the one before it ends.
    private(set) var ends: [Int32] = []
    /// The hash of each word, as ``ByteTable`` has it.
    private(set) var hashes: [UInt64] = []
    /// Where each word stands in the text that was read, in bytes of UTF-8. Empty for words between texts.
    private(set) var places: [Range<Int32>] = []

    /// No words yet.
    init() {}

    /// The words of `text`.
    init(_ text: String) {
        append(text)
    }

    /// The folded words, one after another, in UTF-8.
    var bytes: ArraySlice<UInt8> { room[..<used] }

    /// How many words there are.
    var count: Int { ends.count }

    /// Where a word stands in ``bytes``.
    func range(_ index: Int) -> Range<Int> {
        (index == 0 ? 0 : Int(ends[index - 1]))..<Int(ends[index])
    }

    /// A word.
    subscript(_ index: Int) -> String {
        String(decoding: room[range(index)], as: UTF8.self)
    }

    /// All words, in order.
    var list: [String] {
        (0..<count).map { self[$0] }
    }

    /// All words with a space between them.
    var joined: String {
        var joined: [UInt8] = []
        joined.reserveCapacity(used + count)
        var start = 0
        for end in ends {
            if start > 0 { joined.append(0x20) }
            joined += room[start..<Int(end)]
            start = Int(end)
        }
        return String(decoding: joined, as: UTF8.self)
    }

    /// Forgets the words and keeps the room.
    mutating func removeAll() {
        used = 0
        ends.removeAll(keepingCapacity: true)
        hashes.removeAll(keepingCapacity: true)
        places.removeAll(keepingCapacity: true)
    }

    /// Adds the words of `text`; their places count from its start.
    mutating func append(_ text: String) {
        var text = text
        text.withUTF8 { text in
            // What a character becomes is at most four times as long as it was.
            makeRoom(for: text.count * 4)
            var room = self.room
            self.room = []
            room.withUnsafeMutableBufferPointer { output in
                var reader = WordReader(
                    output: output, used: used, ends: ends, hashes: hashes, places: places)
                (ends, hashes, places) = ([], [], [])
                reader.read(text)
                (used, ends, hashes, places) = (reader.used, reader.ends, reader.hashes, reader.places)
            }
            self.room = room
        }
    }

    private mutating func makeRoom(for count: Int) {
        let missing = used + count + 16 - room.count
        if missing > 0 { room.append(contentsOf: repeatElement(0, count: max(missing, room.count))) }
    }

    /// Calls `body` for each word, with its number, its bytes and its hash; for barriers too.
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

    /// What stands between two texts of a field, so that no phrase reaches from one into the other. No text has it as a
    /// word, because it is no letter.
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
        places.append(0..<0)
    }

    /// Whether this is no word but what stands between two texts.
    func isBarrier(_ index: Int) -> Bool {
        hashes[index] == Words.barrierHash && room[range(index)].elementsEqual(Words.barrier.utf8)
    }

    private static let barrierHash = ByteTable.hash(barrier.utf8)
}
