import WebText

/// A text folded for finding words in it as they are typed: without case and accents, with single spaces.
package struct FoldedText: Sendable {
    private var bytes: [UInt8] = []
    /// The offset in the text of each folded byte, and the end of the text.
    private var origins: [Int] = []

    /// Folds `text`. Linear.
    package init(_ text: String) {
        bytes.reserveCapacity(text.utf8.count)
        origins.reserveCapacity(text.utf8.count + 1)
        var offset = 0
        for scalar in text.unicodeScalars {
            append(scalar, at: offset)
            offset += UTF8.width(scalar)
        }
        origins.append(offset)
    }

    package var text: String { String(decoding: bytes, as: UTF8.self) }

    /// True if nothing is left of the text.
    package var isEmpty: Bool { bytes.isEmpty }

    private mutating func append(_ scalar: Unicode.Scalar, at offset: Int) {
        if scalar.properties.isWhitespace {
            if bytes.last != .space { append(.space, offset: offset) }
        } else if scalar.isASCII {
            append(UInt8(truncatingIfNeeded: scalar.value).lowercasedASCII, offset: offset)
        } else {
            let folding = Folding(of: scalar)
            switch folding.kind {
            case .nothing: return
            case .breve:
                // The one accent that makes another letter of the alphabet, which is one character with it.
                guard bytes.suffix(2) == [0xd0, 0xb8], let letter = origins.last else { return }
                for byte in UTF8.encode(scalar) ?? .init() { append(byte, offset: letter) }
            case .gap: for byte in UTF8.encode(scalar) ?? .init() { append(byte, offset: offset) }
            case .letters, .mark, .alone:
                var letters = folding.letters
                while letters != 0 {
                    append(UInt8(truncatingIfNeeded: letters), offset: offset)
                    letters >>= 8
                }
            }
        }
    }

    private mutating func append(_ byte: UInt8, offset: Int) {
        bytes.append(byte)
        origins.append(offset)
    }

    /// Returns the bytes of the text that fold to `other`, from left to right, without overlaps. Each match consists of
    /// whole characters: `stras` finds all of "Straß".
    package func ranges(of other: FoldedText) -> [Range<Int>] {
        guard let first = other.bytes.first, bytes.count >= other.bytes.count else { return [] }
        var ranges: [Range<Int>] = []
        var index = 0
        while index + other.bytes.count <= bytes.count {
            var end = index + other.bytes.count
            if bytes[index] == first, index == 0 || origins[index] != origins[index - 1],
                bytes[index..<end] == other.bytes[...]
            {
                while origins[end] == origins[end - 1] { end += 1 }
                ranges.append(origins[index]..<origins[end])
                index = end
            } else {
                index += 1
            }
        }
        return ranges
    }
}
