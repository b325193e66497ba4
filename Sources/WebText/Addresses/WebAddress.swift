import CLibXML2

/// Resolves and takes apart URLs as they occur in feeds and pages: relative, with spaces, or with characters that a
/// URL must not contain.
package enum WebAddress {
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
        guard let built = xmlBuildURI(escapeForeign(cleaned), escapeForeign(base)) else { return cleaned }
        defer { free(built) }
        return String(cString: built)
    }

    /// Returns true if `reference` is a web URL that needs no change: a known scheme in lower case, then printable
    /// ASCII.
    private static func isPlainWebAddress(_ reference: String) -> Bool {
        guard reference.utf8.starts(with: "http".utf8) else { return false }
        let rest = reference.utf8.dropFirst(4)
        guard rest.starts(with: "://".utf8) || rest.starts(with: "s://".utf8) else { return false }
        return rest.allSatisfy { $0 > 0x20 && $0 < 0x7f }
    }

    /// Returns true if `address` has a scheme.
    package static func isAbsolute(_ address: String) -> Bool {
        scheme(of: address) != nil
    }

    /// Returns true if `address` has the scheme http or https.
    package static func isWeb(_ address: String) -> Bool {
        let scheme = scheme(of: address)
        return scheme == "http" || scheme == "https"
    }

    /// Returns the scheme in lower case, without its colon, or `nil` for a relative reference.
    package static func scheme(of address: String) -> String? {
        let bytes = address.utf8
        if bytes.starts(with: "https:".utf8) { return "https" }
        if bytes.starts(with: "http:".utf8) { return "http" }
        guard let first = bytes.first, first.isASCIILetter else { return nil }
        for (offset, byte) in bytes.enumerated() {
            if byte == 0x3a { return address.prefix(offset).lowercased() }
            guard byte.isASCIILetter || byte.isASCIIDigit || byte == 0x2b || byte == 0x2d || byte == 0x2e, offset < 32
            else { return nil }
        }
        return nil
    }

    /// Returns the host in lower case, without user and port, or `nil` if there is none.
    package static func host(of address: String) -> String? {
        guard let authority = authority(of: address) else { return nil }
        let host = authority.split(separator: "@", omittingEmptySubsequences: false).last ?? authority
        if host.first == "[", let close = host.firstIndex(of: "]") { return String(host[...close]).lowercased() }
        let name = host.prefix { $0 != ":" }
        return name.isEmpty ? nil : name.lowercased()
    }

    /// Returns host and port in lower case, without the user. Safe in messages, since it contains no secrets.
    package static func endpoint(of address: String) -> String? {
        guard let authority = authority(of: address) else { return nil }
        let endpoint = authority.split(separator: "@", omittingEmptySubsequences: false).last ?? authority
        return endpoint.isEmpty ? nil : endpoint.lowercased()
    }

    /// Returns scheme, host and port in lower case. Secrets may be sent only to the same origin.
    package static func origin(of address: String) -> String? {
        guard let scheme = scheme(of: address), let endpoint = endpoint(of: address) else { return nil }
        let standard = scheme == "https" ? ":443" : ":80"
        return "\(scheme)://\(endpoint.hasSuffix(standard) ? String(endpoint.dropLast(standard.count)) : endpoint)"
    }

    /// Returns the user name and password, unescaped, or `nil` if there are none.
    package static func user(of address: String) -> (name: String, password: String)? {
        guard let authority = authority(of: address), let at = authority.lastIndex(of: "@") else { return nil }
        let parts = authority[..<at].split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        return (unescaped(parts[0]), parts.count > 1 ? unescaped(parts[1]) : "")
    }

    /// Returns `address` without its user name and password.
    package static func withoutUser(_ address: String) -> String {
        guard let authority = authority(of: address), let at = authority.lastIndex(of: "@") else { return address }
        return String(address[..<authority.startIndex]) + address[address.index(after: at)...]
    }

    /// Returns `address`, a web URL without a user, in the form for the first line of a proxy request: fully escaped,
    /// without its fragment.
    package static func absoluteForm(of address: String) -> String {
        let bare = String(address.prefix { $0 != "#" })
        guard let authority = authority(of: bare) else { return escapeForeign(bare) }
        let rest = bare[authority.endIndex...]
        return escapeForeign(bare[..<authority.endIndex] + (rest.first == "/" ? "" : "/") + rest)
    }

    package static func unescaped(_ text: Substring) -> String {
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            let digits = String(decoding: rest.prefix(2), as: UTF8.self)
            if byte == 0x25, rest.count >= 2, let value = UInt8(digits, radix: 16) {
                bytes.append(value)
                rest = rest.dropFirst(2)
            } else {
                bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    package static func authority(of address: String) -> Substring? {
        guard let start = address.utf8.firstRange(ofBytes: "://")?.upperBound else { return nil }
        let rest = address[start...]
        return rest.prefix { $0 != "/" && $0 != "?" && $0 != "#" }
    }

    /// Returns the reference without line breaks and tabs, with inner spaces as `%20`.
    private static func clean(_ reference: String) -> String {
        let text = TextSanitizer.line(reference)
        guard text.utf8.contains(0x20) else { return text }
        return text.split(separator: " ").joined(separator: "%20")
    }

    /// Returns `address` with all characters escaped that RFC 3986 does not allow, since the resolver rejects them.
    private static func escapeForeign(_ address: String) -> String {
        guard address.utf8.contains(where: isForeign) else { return address }
        var escaped: [UInt8] = []
        for byte in address.utf8 {
            if isForeign(byte) {
                escaped += [0x25, hexDigit(byte >> 4), hexDigit(byte & 15)]
            } else {
                escaped.append(byte)
            }
        }
        return String(decoding: escaped, as: UTF8.self)
    }

    private static func isForeign(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x00...0x20, 0x7f...0xff, 0x22, 0x3c, 0x3e, 0x5c, 0x5e, 0x60, 0x7b...0x7d: true
        default: false
        }
    }

    static func hexDigit(_ value: UInt8) -> UInt8 {
        value < 10 ? 0x30 + value : 0x37 + value
    }
}
