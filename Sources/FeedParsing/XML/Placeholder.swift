import CLibXML2

/// Replacements inside tags for characters with a meaning in XML: a byte that cannot occur in the document, and a
/// letter. ``MarkupSplitter`` inserts them; they are resolved in the parser's output.
enum Placeholder {
    /// The first byte of a placeholder: DEL, which ``DocumentCleaner`` always removes.
    static let mark: UInt8 = 0x7f

    /// Appends a character of an attribute value, as a placeholder if the parser must not see it.
    static func append(_ scalar: Unicode.Scalar, to output: inout ByteArena) {
        let letter: UInt8? =
            switch scalar {
            case "<": 0x6c
            case ">": 0x67
            case "&": 0x61
            case "\"": 0x71
            case "'": 0x73
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
        case 0x6c: 0x3c
        case 0x67: 0x3e
        case 0x71: 0x22
        case 0x73: 0x27
        default: 0x26
        }
    }
}
