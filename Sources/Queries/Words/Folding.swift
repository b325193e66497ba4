import CUtf8Proc

/// The folded form of a character for comparing words: lower case, compatible forms unified, no accents. Unicode's
/// compatibility decomposition and case folding by utf8proc, without the marks that a user may leave out.
struct Folding {
    enum Kind: UInt8 {
        /// Separates words.
        case gap
        /// Is ignored: an accent, a joiner, a soft hyphen.
        case nothing
        /// The breve, which is ignored after most letters.
        case breve
        /// Is part of a word.
        case letters
        /// Is part of the word before it.
        case mark
        /// Is a word of its own.
        case alone
    }

    let kind: Kind
    /// The folded UTF-8, lowest byte first; longer forms are cut, in queries and texts alike.
    private(set) var letters: UInt64 = 0

    private init(_ kind: Kind) {
        self.kind = kind
    }

    /// Creates the folded form of `scalar`, which ``commonForms`` may contain.
    init(of scalar: Unicode.Scalar, amongst commonForms: [Folding] = Folding.commonForms) {
        let index = Int(scalar.value) - 0x80
        self = commonForms.indices.contains(index) ? commonForms[index] : Folding(computing: scalar)
    }

    /// True for the letter that a breve turns into another.
    var isShortI: Bool { letters == 0xb8d0 }

    /// Folds an ASCII character; returns 0 for a separator.
    @inline(__always)
    static func ascii(_ byte: UInt8) -> UInt8 {
        if byte &- 0x61 < 26 || byte &- 0x30 < 10 { return byte }
        return byte &- 0x41 < 26 ? byte | 0x20 : 0
    }

    /// The forms of common alphabets and punctuation, from U+0080. Readers keep it, since each access of a global constant
    /// asks whether it is made.
    static let commonForms: [Folding] = (UInt32(0x80)..<0x2100)
        .map { Unicode.Scalar($0).map(Folding.init(computing:)) ?? Folding(.gap) }

    private init(computing scalar: Unicode.Scalar) {
        let value = scalar.value
        switch Int32(utf8proc_category(Int32(bitPattern: value)).rawValue) {
        // Letters, numbers.
        case 1...5, 9...11:
            self.init(Folding.isVoicingMark(value) ? .mark : Folding.standsAlone(value) ? .alone : .letters)
        // Marks.
        case 6...8:
            if value == 0x306 {
                self.init(.breve)
                return
            }
            self.init(Folding.isPassedOver(value) ? .nothing : .mark)
        // Other symbols.
        case 22 where scalar.properties.isEmoji && value >= 0x2300:
            self.init(.alone)
        default:
            self.init(scalar.properties.isDefaultIgnorableCodePoint || Folding.isPassedOver(value) ? .nothing : .gap)
        }
        guard kind != .gap, kind != .nothing else { return }
        if scalar.properties.isDefaultIgnorableCodePoint {
            self.init(.nothing)
            return
        }
        appendDecomposition(of: value)
        if letters == 0 { self.init(.nothing) }
    }

    /// Appends the letters, digits and marks of the decomposition, or the character itself if it has none.
    private mutating func appendDecomposition(of value: UInt32) {
        // Hangul stays composed.
        if (0xac00...0xd7a3).contains(value) { return append(value, after: 0) }
        let options = UTF8PROC_DECOMPOSE.rawValue | UTF8PROC_COMPAT.rawValue | UTF8PROC_CASEFOLD.rawValue
        // Few characters take more than one or two; none takes more than 18.
        withUnsafeTemporaryAllocation(of: utf8proc_int32_t.self, capacity: 32) { buffer in
            var boundary: Int32 = 0
            let count = utf8proc_decompose_char(
                Int32(bitPattern: value), buffer.baseAddress, buffer.count, utf8proc_option_t(rawValue: options),
                &boundary)
            var previous: UInt32 = 0
            for letter in buffer.prefix(count <= buffer.count ? max(count, 0) : 0)
            where (1...11).contains(Int32(utf8proc_category(letter).rawValue)) {
                append(UInt32(bitPattern: letter), after: previous)
                previous = UInt32(bitPattern: letter)
            }
            if previous == 0 { append(value, after: 0) }
        }
    }

    /// Appends the plain UTF-8 of a letter, unless users may leave it out.
    private mutating func append(_ letter: UInt32, after previous: UInt32) {
        guard letter == 0x306 ? previous == 0x438 : !Folding.isPassedOver(letter) else { return }
        switch letter {
        case 0xe6: append("ae".utf8)
        case 0xfe: append("th".utf8)
        case 0x153: append("oe".utf8)
        default:
            if let scalar = Unicode.Scalar(Folding.withoutStroke(letter)) { append(UTF8.encode(scalar) ?? .init()) }
        }
    }

    private mutating func append(_ bytes: some Sequence<UInt8>) {
        for byte in bytes {
            let shift = (71 - letters.leadingZeroBitCount) & ~7
            guard shift < 64 else { return }
            letters |= UInt64(byte) << UInt64(shift)
        }
    }

    /// Returns a Latin letter without its stroke, since people type it so.
    private static func withoutStroke(_ letter: UInt32) -> UInt32 {
        switch letter {
        case 0xf0, 0x111: 0x64
        case 0xf8: 0x6f
        case 0x127: 0x68
        case 0x131: 0x69
        case 0x142: 0x6c
        default: letter
        }
    }

    /// Returns true for accents of European alphabets, Hebrew and Arabic vowel signs, enclosing marks, skin tones.
    private static func isPassedOver(_ value: UInt32) -> Bool {
        switch value {
        case 0x300...0x36f, 0x591...0x5bd, 0x5bf, 0x5c1...0x5c2, 0x5c4...0x5c5, 0x5c7, 0x640,
            0x64b...0x65f, 0x670, 0x1ab0...0x1aff, 0x1dc0...0x1dff, 0x20d0...0x20ff, 0xfe00...0xfe0f, 0x1f3fb...0x1f3ff:
            true
        default: false
        }
    }

    /// Returns true for the marks of half-width Kana, which are letters to Unicode. The marks of other Kana are none.
    private static func isVoicingMark(_ value: UInt32) -> Bool { value == 0xff9e || value == 0xff9f }

    /// Returns true for letters of scripts without spaces: Han, Kana, Thai, Lao, Burmese, Khmer.
    private static func standsAlone(_ value: UInt32) -> Bool {
        switch value {
        case 0xe00...0xeff, 0x1000...0x109f, 0x1780...0x17ff, 0x3005...0x3007, 0x3040...0x30ff,
            0x31f0...0x31ff, 0x3400...0x4dbf, 0x4e00...0x9fff, 0xf900...0xfaff, 0xff66...0xff9f, 0x20000...0x3ffff:
            true
        default: false
        }
    }
}
