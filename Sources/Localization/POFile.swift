/// A file in gettext's PO format, read line by line. Fuzzy marks and obsolete entries are comments to it. A key is not
/// continued in a second line.
struct POFile: @unchecked Sendable {
    let bytes: UnsafeBufferPointer<UInt8>

    /// A key by its bytes in the file, or in a string during a look-up.
    struct Key: Hashable, @unchecked Sendable {
        let bytes: UnsafeBufferPointer<UInt8>

        static func == (lhs: Key, rhs: Key) -> Bool { lhs.bytes.elementsEqual(rhs.bytes) }

        func hash(into hasher: inout Hasher) { hasher.combine(bytes: UnsafeRawBufferPointer(bytes)) }
    }

    /// Returns where the lines after those of the keys begin.
    func entries() -> [Key: Int] {
        var entries: [Key: Int] = [:]
        entries.reserveCapacity(bytes.count / 64)
        var start = 0
        while start < bytes.count {
            let end = endOfLine(from: start)
            if begins(#"msgid ""#, at: start) {
                entries[Key(bytes: UnsafeBufferPointer(rebasing: bytes[quoted(start..<end)]))] = end + 1
            }
            start = end + 1
        }
        return entries
    }

    /// Returns the forms of the entry whose key is in the line before.
    func forms(at start: Int) -> MessageCatalog.Forms {
        var forms: [[UInt8]] = []
        var start = start
        while start < bytes.count, !begins("msgid ", at: start) {
            let end = endOfLine(from: start)
            if begins("msgstr", at: start) { forms.append([]) }
            // Before the first form there is only the plural of the key.
            if !forms.isEmpty, bytes[start] != UInt8(ascii: "#") {
                Self.append(bytes[quoted(start..<end)], to: &forms[forms.count - 1])
            }
            start = end + 1
        }
        return forms.map { String(decoding: $0, as: UTF8.self) }
    }

    private func endOfLine(from start: Int) -> Int {
        var end = start
        while end < bytes.count, bytes[end] != UInt8(ascii: "\n") { end += 1 }
        return end
    }

    private func begins(_ word: StaticString, at start: Int) -> Bool {
        let count = word.utf8CodeUnitCount
        guard count <= bytes.count - start else { return false }
        var matched = 0
        while matched < count, bytes[start + matched] == word.utf8Start[matched] { matched += 1 }
        return matched == count
    }

    /// Returns the text between the first and the last quotation mark of a line.
    private func quoted(_ line: Range<Int>) -> Range<Int> {
        let quote = UInt8(ascii: "\"")
        guard let open = bytes[line].firstIndex(of: quote), let close = bytes[line].lastIndex(of: quote), open < close
        else { return line.lowerBound..<line.lowerBound }
        return open + 1..<close
    }

    private static func append(_ piece: Slice<UnsafeBufferPointer<UInt8>>, to text: inout [UInt8]) {
        guard piece.contains(UInt8(ascii: "\\")) else { return text.append(contentsOf: piece) }
        var isEscaped = false
        for byte in piece {
            switch (isEscaped, byte) {
            case (false, UInt8(ascii: "\\")): isEscaped = true
            case (true, UInt8(ascii: "n")):
                text.append(UInt8(ascii: "\n"))
                isEscaped = false
            case (true, UInt8(ascii: "t")):
                text.append(UInt8(ascii: "\t"))
                isEscaped = false
            default:
                text.append(byte)
                isEscaped = false
            }
        }
    }
}
