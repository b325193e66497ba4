/// A text as its words, folded: without case, without diacritics, without what is between them. The one place that
/// decides what a word is; queries, tickets, highlighting and the full-text index all ask here.
///
/// A word is a run of letters, marks and digits. Scripts that are written without spaces give a word for each character,
/// so that a query's words are found inside a sentence as a phrase. Emoji and other pictures are words, and so are `+`
/// and `#` right behind a word, which tell `C`, `C++` and `C#` apart.
struct Words {
    /// The folded words, one after another, in UTF-8.
    private(set) var bytes: [UInt8] = []
    /// Where each word ends in ``bytes``; it begins where the one before it ends.
    private(set) var ends: [Int32] = []
    /// Where each word stands in the text that was read, in bytes of UTF-8. Empty for words between texts.
    private(set) var places: [Range<Int32>] = []

    /// No words yet.
    init() {}

    /// The words of `text`.
    init(_ text: String) {
        append(text)
    }

    /// How many words there are.
    var count: Int { ends.count }

    /// Where a word stands in ``bytes``.
    func range(_ index: Int) -> Range<Int> {
        (index == 0 ? 0 : Int(ends[index - 1]))..<Int(ends[index])
    }

    /// A word.
    subscript(_ index: Int) -> String {
        String(decoding: bytes[range(index)], as: UTF8.self)
    }

    /// All words, in order.
    var list: [String] {
        (0..<count).map { self[$0] }
    }

    /// Forgets the words and keeps the room.
    mutating func removeAll() {
        bytes.removeAll(keepingCapacity: true)
        ends.removeAll(keepingCapacity: true)
        places.removeAll(keepingCapacity: true)
    }

    /// Adds the words of `text`; their places count from its start.
    mutating func append(_ text: String) {
        var text = text
        text.withUTF8 { append($0) }
    }

    /// What stands between two texts of a field, so that no phrase reaches from one into the other. No text has it as a
    /// word, because it is no letter.
    static let barrier = "\u{2029}"

    /// Adds a barrier.
    mutating func appendBarrier() {
        bytes.append(contentsOf: Words.barrier.utf8)
        end(0..<0)
    }

    private mutating func end(_ place: Range<Int>) {
        ends.append(Int32(truncatingIfNeeded: bytes.count))
        places.append(Int32(truncatingIfNeeded: place.lowerBound)..<Int32(truncatingIfNeeded: place.upperBound))
    }

    private mutating func append(_ text: UnsafeBufferPointer<UInt8>) {
        var reader = WordReader()
        var index = 0
        while index < text.count {
            let byte = text[index]
            if byte < 0x80 {
                let folded = Folding.ascii[Int(byte)]
                if folded != 0 {
                    if !reader.isInWord || reader.isAlone { open(&reader, at: index) }
                    bytes.append(folded)
                    reader.end = index + 1
                    reader.endsInShortI = false
                } else {
                    close(&reader)
                    if byte == 0x2b || byte == 0x23, reader.end == index {
                        bytes.append(byte)
                        end(index..<index + 1)
                        reader.end = index + 1
                    }
                }
                index += 1
            } else {
                let (scalar, length) = Words.scalar(text, at: index)
                take(Folding(of: scalar), index..<index + length, &reader)
                index += length
            }
        }
        close(&reader)
    }

    private mutating func take(_ folding: Folding, _ place: Range<Int>, _ reader: inout WordReader) {
        switch folding.kind {
        case .gap:
            close(&reader)
            return
        case .nothing:
            break
        case .breve:
            // The one accent that makes another letter of the alphabet, and not only another sound: i with a breve.
            if reader.endsInShortI { bytes += [0xcc, 0x86] }
            reader.endsInShortI = false
        case .letters:
            if !reader.isInWord || reader.isAlone { open(&reader, at: place.lowerBound) }
            folding.append(to: &bytes)
            reader.endsInShortI = folding.isShortI
        case .mark:
            guard reader.isInWord else { return }
            folding.append(to: &bytes)
        case .alone:
            open(&reader, at: place.lowerBound)
            reader.isAlone = true
            folding.append(to: &bytes)
        }
        if reader.isInWord { reader.end = place.upperBound }
    }

    /// Ends the word that is being read and begins another.
    private mutating func open(_ reader: inout WordReader, at index: Int) {
        close(&reader)
        reader.isInWord = true
        reader.start = index
    }

    private mutating func close(_ reader: inout WordReader) {
        guard reader.isInWord else { return }
        reader.isInWord = false
        reader.isAlone = false
        reader.endsInShortI = false
        guard bytes.count > Int(ends.last ?? 0) else { return }
        end(reader.start..<reader.end)
    }

    /// The scalar at `index` of a text that is sound UTF-8, and its length.
    private static func scalar(_ text: UnsafeBufferPointer<UInt8>, at index: Int) -> (Unicode.Scalar, Int) {
        let lead = text[index]
        let length = lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4
        var value = UInt32(lead) & (0xff >> UInt32(length + 1))
        for offset in 1..<length {
            value = value << 6 | UInt32(text[index + offset] & 0x3f)
        }
        return (Unicode.Scalar(value) ?? "\u{fffd}", length)
    }
}

/// Where the reading of a text stands.
private struct WordReader {
    /// Whether a word is being read.
    var isInWord = false
    /// Whether that word takes marks, but no further letter.
    var isAlone = false
    /// Where it began.
    var start = 0
    /// Behind the last character that belongs to a word.
    var end = -1
    /// Whether it ends in the letter that a breve changes.
    var endsInShortI = false
}
