/// Makes the addresses in a piece of HTML absolute, and leaves the rest of it as it is: for whoever gets it without the base that
/// it is meant against. Addresses within the page (`#note`) stay.
enum RelativeLinks {
    /// `markup` with its addresses as they are meant against `base`.
    static func resolved(in markup: String, base: String?) -> String {
        guard let base, WebAddress.isAbsolute(base) else { return markup }
        var markup = markup
        let edits = markup.withUTF8 { Self.edits($0, base) }
        guard !edits.isEmpty else { return markup }
        var bytes = Array(markup.utf8)
        for edit in edits.reversed() { bytes.replaceSubrange(edit.range, with: edit.address.utf8) }
        return String(decoding: bytes, as: UTF8.self)
    }

    private struct Edit {
        var range: Range<Int>
        var address: String
    }

    private static func edits(_ bytes: UnsafeBufferPointer<UInt8>, _ base: String) -> [Edit] {
        var edits: [Edit] = []
        var cursor = MarkupCursor(bytes: bytes)
        while cursor.find("<") {
            cursor.index += 1
            if cursor.skip("!--") {
                _ = cursor.find("-->")
            } else if !cursor.isAtEnd, bytes[cursor.index].isASCIILetter {
                passTag(&cursor) { range in
                    if let address = absolute(bytes, range, base) { edits.append(Edit(range: range, address: address)) }
                }
            }
        }
        return edits
    }

    /// Goes to the end of a tag and calls with where the values are of its attributes that hold an address.
    private static func passTag(_ cursor: inout MarkupCursor, _ found: (Range<Int>) -> Void) {
        let bytes = cursor.bytes
        cursor.skip { !isBlank($0) && $0 != 0x3e }
        while true {
            cursor.skip { isBlank($0) || $0 == 0x2f }
            guard !cursor.isAtEnd, bytes[cursor.index] != 0x3e else { return }
            let start = cursor.index
            // An equals sign in front of everything belongs to the name (HTML Standard §13.2.5.32).
            cursor.index += 1
            cursor.skip { !isBlank($0) && $0 != 0x3d && $0 != 0x3e && $0 != 0x2f }
            let name = start..<cursor.index
            cursor.skip(while: isBlank)
            guard !cursor.isAtEnd, bytes[cursor.index] == 0x3d else { continue }
            cursor.index += 1
            cursor.skip(while: isBlank)
            guard !cursor.isAtEnd else { return }
            let quote = bytes[cursor.index]
            let isQuoted = quote == 0x22 || quote == 0x27
            if isQuoted { cursor.index += 1 }
            let value = cursor.index
            cursor.skip { isQuoted ? $0 != quote : !isBlank($0) && $0 != 0x3e }
            if holdsAddress(bytes, name), !isQuoted || !cursor.isAtEnd { found(value..<cursor.index) }
            if isQuoted, !cursor.isAtEnd { cursor.index += 1 }
        }
    }

    private static func absolute(
        _ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>, _ base: String
    ) -> String? {
        let text = String(decoding: bytes[range], as: UTF8.self)
        guard let first = text.utf8.first(where: { !$0.isASCIIWhitespace }), first != 0x23,
            !WebAddress.isAbsolute(TextSanitizer.line(text)), let address = WebAddress.resolve(text, base: base),
            WebAddress.isAbsolute(address), !address.utf8.contains(where: { [0x22, 0x27, 0x3c, 0x3e].contains($0) })
        else { return nil }
        return address
    }

    private static func holdsAddress(_ bytes: UnsafeBufferPointer<UInt8>, _ name: Range<Int>) -> Bool {
        guard (3...6).contains(name.count) else { return false }
        let name = bytes[name].lazy.map(\.lowercasedASCII)
        return ["href", "src", "poster", "cite"].contains { name.elementsEqual($0.utf8) }
    }

    private static func isBlank(_ byte: UInt8) -> Bool {
        byte.isASCIIWhitespace
    }
}

extension MarkupCursor {
    /// Goes on as long as bytes are such.
    fileprivate mutating func skip(while isSuch: (UInt8) -> Bool) {
        while !isAtEnd, isSuch(bytes[index]) { index += 1 }
    }
}
