import CLibXML2

extension WebAddress {
    /// Returns the absolute URL of `reference` in a document at `base`, or the reference itself if it cannot be
    /// resolved. Returns `nil` if it is empty, or if its scheme runs code or contains the data itself.
    package static func resolve(_ reference: String, base: String?) -> String? {
        // Most references are absolute already.
        if isPlainWebAddress(reference) { return reference }
        let cleaned = clean(reference)
        guard !cleaned.isEmpty else { return nil }
        if let scheme = scheme(of: cleaned) {
            return ["javascript", "vbscript", "data"].contains(scheme) ? nil : cleaned
        }
        guard let base, let baseScheme = scheme(of: base) else { return cleaned }
        if cleaned.hasPrefix("//") { return "\(baseScheme):\(cleaned)" }
        guard let built = xmlBuildURI(encodeForeign(cleaned), encodeForeign(base)) else { return cleaned }
        defer { free(built) }
        return String(cString: built)
    }

    /// Returns `address`, a web URL without a user, in the form for the first line of a proxy request: fully encoded,
    /// without its fragment.
    package static func absoluteForm(of address: String) -> String {
        guard let parts = AddressParts(address) else { return encodeForeign(address) }
        let base = address[..<parts.path.startIndex] + (parts.path.isEmpty ? "/" : "") + parts.path
        return encodeForeign(base + (parts.query.map { "?\($0)" } ?? ""))
    }

    /// Returns true if `reference` is a web URL that needs no change: a known scheme in lower case, then printable
    /// ASCII.
    private static func isPlainWebAddress(_ reference: String) -> Bool {
        guard reference.begins(with: "https://") || reference.begins(with: "http://") else { return false }
        var reference = reference
        return reference.withUTF8 { bytes in bytes.allSatisfy { $0 > 0x20 && $0 < 0x7f } }
    }

    /// Returns the reference without line breaks and tabs, with inner spaces as `%20`.
    private static func clean(_ reference: String) -> String {
        let text = TextSanitizer.line(reference)
        guard text.utf8.contains(.space) else { return text }
        return text.split(separator: " ").joined(separator: "%20")
    }

    /// Returns `address` with all characters encoded that RFC 3986 does not allow, since the resolver rejects them.
    private static func encodeForeign(_ address: String) -> String {
        PercentCoding.encoded(address) { byte in
            switch byte {
            case 0x00...0x20, 0x7f...0xff, .quotationMark, .lessThan, .greaterThan, .backslash, UInt8(ascii: "^"),
                UInt8(ascii: "`"), .leftBrace, UInt8(ascii: "|"), .rightBrace:
                true
            default: false
            }
        }
    }
}
