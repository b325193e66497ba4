import CByteScan
import WebText

/// Replacements inside tags for characters with a meaning in XML: a byte that cannot occur in the document, and a
/// letter. ``MarkupSplitter`` inserts them; they are resolved in the parser's output.
enum Placeholder {
    /// The first byte of a placeholder: DEL, which ``DocumentCleaner`` always removes.
    static let mark: UInt8 = 0x7f

    /// Appends a character of an attribute value, as a placeholder if the parser must not see it.
    static func append(_ scalar: Unicode.Scalar, to output: inout ByteArena) {
        let letter: UInt8? =
            switch scalar {
            case "<": UInt8(ascii: "l")
            case ">": UInt8(ascii: "g")
            case "&": UInt8(ascii: "a")
            case "\"": UInt8(ascii: "q")
            case "'": UInt8(ascii: "s")
            default: nil
            }
        guard let letter else { return output.append(scalar) }
        output.append(mark)
        output.append(letter)
    }

    /// Calls `body` with `bytes`, in which placeholders are replaced by their characters.
    static func resolving<Answer>(
        _ bytes: UnsafeBufferPointer<UInt8>, _ body: (UnsafeBufferPointer<UInt8>) -> Answer
    ) -> Answer {
        guard bytes.contains(mark), let base = bytes.baseAddress else { return body(bytes) }
        var output = ByteArena(capacity: bytes.count)
        var index = 0
        while case let found = scan_byte(base, index, bytes.count, mark), found < bytes.count {
            output.append(bytes, index..<found)
            if found + 1 < bytes.count { output.append(character(of: bytes[found + 1])) }
            index = min(found + 2, bytes.count)
        }
        output.append(bytes, index..<bytes.count)
        return body(output.bytes())
    }

    private static func character(of letter: UInt8) -> UInt8 {
        switch letter {
        case UInt8(ascii: "l"): .lessThan
        case UInt8(ascii: "g"): .greaterThan
        case UInt8(ascii: "q"): .quotationMark
        case UInt8(ascii: "s"): .apostrophe
        default: .ampersand
        }
    }
}
