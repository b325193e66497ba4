import WebText

/// Makes the addresses in HTML absolute and leaves everything else unchanged, for users of the HTML who do not know
/// its base. Fragment-only addresses (`#note`) stay.
enum RelativeLinks {
    /// Returns `markup` with its addresses resolved against `base`.
    static func resolved(in markup: String, base: String?) -> String {
        guard let base, WebAddress.isAbsolute(base) else { return markup }
        var markup = markup
        let edits = markup.withUTF8 { mayContainRelative($0) ? Self.edits($0, base) : [] }
        guard !edits.isEmpty else { return markup }
        var bytes = Array(markup.utf8)
        for edit in edits.reversed() { bytes.replaceSubrange(edit.range, with: edit.address.utf8) }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Returns false if all addresses are certainly absolute, which is quick to see in most texts.
    private static func mayContainRelative(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        var index = 0
        while true {
            index = bytes.endOfRun(from: index) {
                $0.equal(to: 0x3d)
            } stops: {
                $0 == 0x3d
            }
            guard index < bytes.count else { return false }
            var end = index
            while end > 0, isBlank(bytes[end - 1]) { end -= 1 }
            index += 1
            guard (3...6).contains(where: { end >= $0 && holdsAddress(bytes, end - $0..<end) }) else { continue }
            var start = index
            while start < bytes.count, isBlank(bytes[start]) || bytes[start] == 0x22 || bytes[start] == 0x27 {
                start += 1
            }
            if !isWhole(bytes[start...]) { return true }
        }
    }

    private static func isWhole(_ address: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
        guard address.starts(with: [0x68, 0x74, 0x74, 0x70]) else { return false }
        let rest = address.dropFirst(4)
        return rest.first == 0x3a || rest.starts(with: [0x73, 0x3a])
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

    /// Moves to the end of a tag and calls `found` with the ranges of attribute values that hold an address.
    private static func passTag(_ cursor: inout MarkupCursor, _ found: (Range<Int>) -> Void) {
        let bytes = cursor.bytes
        cursor.skip { !isBlank($0) && $0 != 0x3e }
        while true {
            cursor.skip { isBlank($0) || $0 == 0x2f }
            guard !cursor.isAtEnd, bytes[cursor.index] != 0x3e else { return }
            let start = cursor.index
            // A leading equals sign is part of the attribute name (HTML Standard §13.2.5.32).
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
        guard !staysAsItIs(bytes[range]) else { return nil }
        let text = String(decoding: bytes[range], as: UTF8.self)
        guard !WebAddress.isAbsolute(TextSanitizer.line(text)), let address = WebAddress.resolve(text, base: base),
            WebAddress.isAbsolute(address), !address.utf8.contains(where: { [0x22, 0x27, 0x3c, 0x3e].contains($0) })
        else { return nil }
        return address
    }

    /// Returns true if an address has a scheme or is only a fragment.
    private static func staysAsItIs(_ address: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
        guard let first = address.first(where: { !isBlank($0) }), first != 0x23 else { return true }
        let end = address.first { !$0.isASCIILetter && !$0.isASCIIDigit && ![0x2b, 0x2d, 0x2e].contains($0) }
        return first.isASCIILetter && end == 0x3a
    }

    private static func holdsAddress(_ bytes: UnsafeBufferPointer<UInt8>, _ name: Range<Int>) -> Bool {
        switch name.count {
        case 3: isName(bytes, name, "src")
        case 4: isName(bytes, name, "href") || isName(bytes, name, "cite")
        case 6: isName(bytes, name, "poster")
        default: false
        }
    }

    private static func isName(
        _ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>, _ name: StaticString
    ) -> Bool {
        for offset in 0..<range.count
        where bytes[range.lowerBound + offset].lowercasedASCII != name.utf8Start[offset] {
            return false
        }
        return true
    }

    private static func isBlank(_ byte: UInt8) -> Bool {
        byte.isASCIIWhitespace
    }
}

extension MarkupCursor {
    /// Advances while bytes satisfy the predicate.
    @inline(__always)
    fileprivate mutating func skip(while isSuch: (UInt8) -> Bool) {
        while !isAtEnd, isSuch(bytes[index]) { index += 1 }
    }
}
