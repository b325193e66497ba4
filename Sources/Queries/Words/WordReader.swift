import EngineConcepts
import WebText

/// Splits a text's bytes into folded words.
struct WordReader {
    private let output: UnsafeMutableBufferPointer<UInt8>
    /// The used length of the output.
    private(set) var used: Int
    private(set) var ends: [Int32]
    private(set) var hashes: [UInt64]
    private(set) var ranges: [Range<Int32>]
    private let commonForms = Folding.commonForms

    /// True within a word.
    private var isInWord = false
    /// True if the word takes marks but no further letter.
    private var isAlone = false
    /// The word's start in the text.
    private var textStart = 0
    /// The word's start in the output.
    private var outputStart = 0
    /// The hash of the word so far.
    private var hash = StableHash.seed
    /// The end of the last character that belongs to a word.
    private var end = -1
    /// True if the word ends in the letter that a breve changes.
    private var endsInShortI = false

    /// Continues after `used` bytes of words. The output needs room for four times the text and a little more.
    init(
        output: UnsafeMutableBufferPointer<UInt8>, used: Int, ends: [Int32], hashes: [UInt64],
        ranges: [Range<Int32>]
    ) {
        self.output = output
        self.used = used
        self.ends = ends
        self.hashes = hashes
        self.ranges = ranges
    }

    mutating func read(_ text: UnsafeBufferPointer<UInt8>) {
        var index = 0
        while index < text.count {
            let byte = text[index]
            if byte < 0x80 {
                let folded = Folding.ascii(byte)
                if folded != 0 {
                    if !isInWord || isAlone { open(at: index) }
                    index = consume(folded, text, index)
                } else {
                    close()
                    if byte == .plus || byte == .numberSign, end == index {
                        outputStart = used
                        hash = StableHash.seed
                        put(byte)
                        finish(index..<index + 1)
                        end = index + 1
                    }
                    index += 1
                }
            } else {
                let (scalar, length) = WordReader.scalar(text, at: index)
                consume(Folding(of: scalar, amongst: commonForms), index..<index + length)
                index += length
            }
        }
        close()
    }

    /// Consumes a run of ASCII letters and returns its end.
    private mutating func consume(_ letter: UInt8, _ text: UnsafeBufferPointer<UInt8>, _ index: Int) -> Int {
        var (letter, index, used, hash) = (letter, index, used, hash)
        repeat {
            output[used] = letter
            used += 1
            hash = StableHash.combined(hash, letter)
            index += 1
            letter = index < text.count && text[index] < 0x80 ? Folding.ascii(text[index]) : 0
        } while letter != 0
        self.used = used
        self.hash = hash
        end = index
        endsInShortI = false
        return index
    }

    private mutating func consume(_ folding: Folding, _ range: Range<Int>) {
        switch folding.kind {
        case .gap:
            close()
            return
        case .nothing:
            break
        case .breve:
            // The one accent that makes another letter of the alphabet: i with a breve.
            if endsInShortI {
                put(0xcc)
                put(0x86)
            }
            endsInShortI = false
        case .letters:
            if !isInWord || isAlone { open(at: range.lowerBound) }
            put(folding)
            endsInShortI = folding.isShortI
        case .mark:
            guard isInWord else { return }
            put(folding)
        case .alone:
            open(at: range.lowerBound)
            isAlone = true
            put(folding)
        }
        if isInWord { end = range.upperBound }
    }

    private mutating func put(_ byte: UInt8) {
        output[used] = byte
        used += 1
        hash = StableHash.combined(hash, byte)
    }

    private mutating func put(_ folding: Folding) {
        var rest = folding.letters
        while rest != 0 {
            put(UInt8(truncatingIfNeeded: rest))
            rest >>= 8
        }
    }

    /// Ends the current word and starts another.
    private mutating func open(at index: Int) {
        close()
        isInWord = true
        textStart = index
        outputStart = used
        hash = StableHash.seed
    }

    private mutating func close() {
        guard isInWord else { return }
        isInWord = false
        isAlone = false
        endsInShortI = false
        if used > outputStart { finish(textStart..<end) }
    }

    private mutating func finish(_ range: Range<Int>) {
        ends.append(Int32(truncatingIfNeeded: used))
        hashes.append(hash)
        ranges.append(Int32(truncatingIfNeeded: range.lowerBound)..<Int32(truncatingIfNeeded: range.upperBound))
    }

    /// Returns the scalar at `index` of valid UTF-8, and its length.
    private static func scalar(_ text: UnsafeBufferPointer<UInt8>, at index: Int) -> (Unicode.Scalar, length: Int) {
        let lead = text[index]
        let length = lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4
        var value = UInt32(lead) & (0xff >> UInt32(length + 1))
        for offset in 1..<length {
            value = value << 6 | UInt32(text[index + offset] & 0x3f)
        }
        return (Unicode.Scalar(value) ?? "\u{fffd}", length)
    }
}
