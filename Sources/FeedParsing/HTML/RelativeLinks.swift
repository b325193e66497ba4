import CByteScan
import WebText

/// Makes the addresses in HTML absolute and leaves everything else unchanged, for users of the HTML who do not know
/// its base. Fragment-only addresses (`#note`) stay.
enum RelativeLinks {
    /// Returns `markup` with its addresses resolved against `base`.
    static func resolved(in markup: String, base: String?) -> String {
        guard let base, WebAddress.isAbsolute(base) else { return markup }
        var markup = markup
        let resolved: String? = markup.withUTF8 { bytes in
            let edits = mayContainRelative(bytes) ? Self.edits(bytes, base) : []
            guard !edits.isEmpty else { return nil }
            var output: [UInt8] = []
            output.reserveCapacity(bytes.count)
            var start = 0
            for edit in edits {
                output.append(contentsOf: bytes[start..<edit.range.lowerBound])
                output.append(contentsOf: edit.address.utf8)
                start = edit.range.upperBound
            }
            output.append(contentsOf: bytes[start...])
            return String(decoding: output, as: UTF8.self)
        }
        return resolved ?? markup
    }

    /// Returns false if all addresses are certainly absolute, which is quick to see in most texts.
    private static func mayContainRelative(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let first = bytes.baseAddress else { return false }
        var index = 0
        while true {
            index = scan_byte(first, index, bytes.count, .equalsSign)
            guard index < bytes.count else { return false }
            var end = index
            while end > 0, bytes[end - 1].isASCIIWhitespace { end -= 1 }
            index += 1
            guard (3...6).contains(where: { end >= $0 && holdsAddress(bytes, end - $0..<end) }) else { continue }
            var start = index
            while start < bytes.count, bytes[start].isASCIIWhitespace || bytes[start].isQuote {
                start += 1
            }
            if !isWhole(bytes[start...]) { return true }
        }
    }

    private static func isWhole(_ address: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
        guard address.starts(with: "http".utf8) else { return false }
        let rest = address.dropFirst(4)
        return rest.first == .colon || rest.starts(with: "s:".utf8)
    }

    private struct Edit {
        var range: Range<Int>
        var address: String
    }

    private static func edits(_ bytes: UnsafeBufferPointer<UInt8>, _ base: String) -> [Edit] {
        var edits: [Edit] = []
        var tokenizer = HTMLTokenizer(bytes)
        while let token = tokenizer.next() {
            guard case .start = token else { continue }
            for attribute in tokenizer.attributes.all where holdsAddress(bytes, attribute.name) {
                // A value that the document's end cuts off is left as it is.
                guard let range = attribute.value, range.upperBound < bytes.count,
                    let address = absolute(bytes, range, base)
                else { continue }
                edits.append(Edit(range: range, address: address))
            }
        }
        return edits
    }

    private static func absolute(
        _ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>, _ base: String
    ) -> String? {
        guard !staysAsItIs(bytes[range]) else { return nil }
        let text = String(decoding: bytes[range], as: UTF8.self)
        guard !WebAddress.isAbsolute(TextSanitizer.line(text)), let address = WebAddress.resolve(text, base: base),
            WebAddress.isAbsolute(address), !address.utf8.contains(where: { "\"'<>".utf8.contains($0) })
        else { return nil }
        return address
    }

    /// Returns true if an address has a scheme or is only a fragment.
    private static func staysAsItIs(_ address: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
        guard let first = address.first(where: { !$0.isASCIIWhitespace }), first != .numberSign else { return true }
        let end = address.first { !$0.isASCIILetter && !$0.isASCIIDigit && !"+-.".utf8.contains($0) }
        return first.isASCIILetter && end == .colon
    }

    private static func holdsAddress(_ bytes: UnsafeBufferPointer<UInt8>, _ name: Range<Int>) -> Bool {
        bytes.isName(name, "src") || bytes.isName(name, "href") || bytes.isName(name, "cite")
            || bytes.isName(name, "poster")
    }
}
