import CLibXML2
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
        while let found = memchr(base + index, Int32(mark), bytes.count - index) {
            let at = UnsafeRawPointer(found) - UnsafeRawPointer(base)
            output.append(bytes, index..<at)
            if at + 1 < bytes.count { output.append(character(of: bytes[at + 1])) }
            index = min(at + 2, bytes.count)
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
