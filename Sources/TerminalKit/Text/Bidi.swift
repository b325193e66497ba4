import CFriBidi

/// The embedding of a piece of text: even levels run from left to right, odd ones from right to left.
public struct BidiLevel: Hashable, Sendable {
    /// The level by UAX #9; at most 126.
    public let value: UInt8
    /// The level of the paragraph: 0 or 1.
    public let base: UInt8
    /// True if the piece begins a line of its paragraph. Following pieces with false are ordered with it.
    public let beginsLine: Bool
}

/// Orders text for display by Unicode's bidirectional algorithm, with FriBidi.
///
/// Terminals differ in right-to-left text, so Fiber places the letters itself. Embeddings and overrides in the text are
/// ignored: they could move its surroundings. The isolates that Fiber puts around names in a message (U+2068 and U+2069;
/// texts from outside have none) are obeyed.
enum Bidi {
    /// Returns true if `text` may hold right-to-left text; checks bytes.
    static func mayTurn(_ text: String) -> Bool {
        let known = text.utf8.withContiguousStorageIfAvailable { mayTurn($0) }
        return known ?? text.unicodeScalars.contains { $0.value >= 0x590 }
    }

    private static func mayTurn(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        var index = 0
        while index < bytes.count {
            switch bytes[index] {
            case ..<0xd6: index += 1
            // Hebrew, Arabic, Syriac, Thaana and the blocks between: U+0590 to U+07FF.
            case 0xd6...0xdf: return true
            case 0xe0:
                // U+0800 to U+08FF: Samaritan, Mandaic, more Arabic.
                if index + 1 < bytes.count, bytes[index + 1] < 0xa4 { return true }
                index += 3
            case 0xe2:
                // U+200F, the mark.
                if index + 2 < bytes.count, bytes[index + 1] == 0x80, bytes[index + 2] == 0x8f { return true }
                index += 3
            case 0xef:
                // Presentation forms: U+FB1D to U+FDFF, U+FE70 to U+FEFF.
                if index + 1 < bytes.count, (0xac...0xbb).contains(bytes[index + 1]), bytes[index + 1] != 0xb8 {
                    return true
                }
                index += 3
            case 0xf0:
                // U+10800 to U+10FFF and U+1E800 to U+1EFFF.
                if index + 2 < bytes.count, bytes[index + 1] == 0x90, bytes[index + 2] >= 0xa0 { return true }
                if index + 2 < bytes.count, bytes[index + 1] == 0x9e, bytes[index + 2] >= 0xa0 { return true }
                index += 4
            case 0xe1...0xee: index += 3
            default: index += 4
            }
        }
        return false
    }

    /// Returns the levels of every scalar of a paragraph, and the paragraph's own.
    ///
    /// - Parameter base: The paragraph's level, or `nil` to take the direction of the first letter.
    static func levels(of scalars: [UInt32], base: UInt8? = nil) -> (levels: [UInt8], base: UInt8) {
        let count = FriBidiStrIndex(scalars.count)
        var types = [FriBidiCharType](repeating: fiber_bidi_neutral, count: scalars.count)
        fribidi_get_bidi_types(scalars, count, &types)
        for (index, scalar) in scalars.enumerated() where isEmbedding(scalar) { types[index] = fiber_bidi_boundary }
        var brackets = [FriBidiBracketType](repeating: 0, count: scalars.count)
        fribidi_get_bracket_types(scalars, count, types, &brackets)
        var direction =
            switch base {
            case nil: fiber_bidi_first_letter
            case 0: fiber_bidi_left_to_right
            default: fiber_bidi_right_to_left
            }
        var levels = [FriBidiLevel](repeating: 0, count: scalars.count)
        let answer = fribidi_get_par_embedding_levels_ex(types, brackets, count, &direction, &levels)
        guard answer > 0 else { return ([UInt8](repeating: 0, count: scalars.count), 0) }
        return (levels.map { UInt8(clamping: $0) }, direction == fiber_bidi_right_to_left ? 1 : 0)
    }

    /// Returns the indexes of pieces with these levels in their order from left to right (rule L2).
    static func visualOrder(_ levels: [UInt8]) -> [Int] {
        var order = Array(levels.indices)
        guard let highest = levels.max(), let lowestOdd = levels.filter({ $0 & 1 == 1 }).min() else { return order }
        for level in stride(from: highest, through: lowestOdd, by: -1) {
            var start = 0
            while start < order.count {
                guard levels[order[start]] >= level else {
                    start += 1
                    continue
                }
                var end = start + 1
                while end < order.count, levels[order[end]] >= level { end += 1 }
                order[start..<end].reverse()
                start = end
            }
        }
        return order
    }

    /// Returns the text of a right-to-left piece, still in the order of reading, with mirrored brackets and joined Arabic
    /// forms, which a terminal leaves to programs. No letter becomes two, and none is lost.
    static func turned(_ text: String, level: UInt8) -> String {
        let scalars = shaped(text.unicodeScalars.map(\.value), level: level)
        var result = String.UnicodeScalarView()
        for value in scalars {
            var other: FriBidiChar = 0
            let mirrors = fribidi_get_mirror_char(value, &other) != 0
            result.append(Unicode.Scalar(mirrors ? other : value) ?? "\u{fffd}")
        }
        return String(result)
    }

    private static func shaped(_ scalars: [UInt32], level: UInt8) -> [UInt32] {
        guard scalars.contains(where: { (0x620...0x6ff).contains($0) }) else { return scalars }
        let count = FriBidiStrIndex(scalars.count)
        var types = [FriBidiCharType](repeating: fiber_bidi_neutral, count: scalars.count)
        fribidi_get_bidi_types(scalars, count, &types)
        var joining = [FriBidiJoiningType](repeating: 0, count: scalars.count)
        fribidi_get_joining_types(scalars, count, &joining)
        let levels = [FriBidiLevel](repeating: FriBidiLevel(level), count: scalars.count)
        fribidi_join_arabic(types, count, levels, &joining)
        var shaped = scalars
        // Without ligatures, which would remove a column.
        fribidi_shape_arabic(FriBidiFlags(FRIBIDI_FLAG_SHAPE_ARAB_PRES), levels, count, &joining, &shaped)
        return shaped
    }

    private static func isEmbedding(_ scalar: UInt32) -> Bool {
        (0x202a...0x202e).contains(scalar) || (0x2066...0x2067).contains(scalar)
    }
}
