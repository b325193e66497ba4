/// Compares addresses of sources.
public enum SourceAddress {
    /// Returns the canonical form of an address. Addresses with equal forms certainly lead to the same source (RFC
    /// 3986 §6.2.2 and §6.2.3): scheme and host are in lower case, the default port and the fragment are removed, and
    /// escapes are used only where required. Path and query stay case-sensitive.
    ///
    /// For comparison only; the address as the user wrote it is shown and requested.
    public static func canonical(_ address: String) -> String {
        guard !isPlain(address) else { return address }
        guard let colon = address.utf8.firstIndex(of: 0x3a) else { return address }
        let scheme = address[..<colon].lowercased()
        let rest = address[address.utf8.index(after: colon)...]
        switch scheme {
        case "http", "https": return "\(scheme):\(canonicalWeb(rest, port: scheme == "http" ? "80" : "443"))"
        case "file":
            let path = rest.hasPrefix("//localhost/") ? rest.dropFirst("//localhost".count) : rest
            let plain = path.hasPrefix("///") ? path.dropFirst(2) : path
            return "file:\(plain.hasPrefix("/") ? withoutDots(String(plain)) : String(plain))"
        default: return "\(scheme):\(rest)"
        }
    }

    /// Returns true if `address` is already canonical, as nearly all are. Reads each byte once.
    private static func isPlain(_ address: String) -> Bool {
        guard address.hasPrefix("https://") || address.hasPrefix("http://") else { return false }
        var isInPath = false
        var last: UInt8 = 0
        for byte in address.utf8.dropFirst(address.hasPrefix("https://") ? 8 : 7) {
            switch byte {
            case 0x2f: isInPath = true
            case 0x2e where last == 0x2f || last == 0x2e: return false
            case 0x41...0x5a, 0x3a, 0x40, 0x5b, 0x3f: if !isInPath { return false }
            case 0x21...0x7e where byte != 0x23 && byte != 0x25: break
            default: return false
            }
            if byte == 0x2f, last == 0x2e { return false }
            last = byte
        }
        return isInPath && last != 0x3f
    }

    private static func canonicalWeb(_ rest: Substring, port standard: String) -> String {
        guard rest.hasPrefix("//") else { return String(rest) }
        let told = rest.dropFirst(2).prefix { $0 != "#" }
        let authority = told.prefix { $0 != "/" && $0 != "?" }
        let reference = told[authority.endIndex...]
        let path = reference.prefix { $0 != "?" }
        let query = reference[path.endIndex...].dropFirst()
        return "//\(canonicalAuthority(authority, port: standard))\(withoutDots(escaped(path)))"
            + (query.isEmpty ? "" : "?\(escaped(query))")
    }

    private static func canonicalAuthority(_ authority: Substring, port standard: String) -> String {
        let host = authority.lastIndex(of: "@").map { authority[authority.index(after: $0)...] } ?? authority
        let user = authority[..<host.startIndex]
        // An IPv6 address has colons within its brackets.
        let end = host.lastIndex(of: "]").map { host.index(after: $0) } ?? host.startIndex
        let colon = host[end...].firstIndex(of: ":")
        var name = host[..<(colon ?? host.endIndex)].lowercased()
        if name.count > 1, name.last == "." { name.removeLast() }
        let port = colon.map { host[host.index(after: $0)...] } ?? ""
        return "\(user)\(name)\(port.isEmpty || port == standard ? "" : ":\(port)")"
    }

    /// Returns `path` without dot segments (RFC 3986 §5.2.4).
    private static func withoutDots(_ path: String) -> String {
        var segments: [Substring] = []
        let parts = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
        for part in parts {
            if part == ".." { _ = segments.popLast() } else if part != "." { segments.append(part) }
        }
        if let last = parts.last, last == "." || last == ".." { segments.append("") }
        return "/" + segments.joined(separator: "/")
    }

    /// Returns `text` with percent-encoding in capitals, exactly for the characters that require it.
    private static func escaped(_ text: Substring) -> String {
        let digits = Array("0123456789ABCDEF".utf8)
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            var byte = byte
            var isEscaped = byte <= 0x20 || byte >= 0x7f
            if byte == 0x25, let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16),
                rest.count > 1
            {
                rest = rest.dropFirst(2)
                byte = value
                isEscaped = !isUnreserved(value)
            }
            bytes += isEscaped ? [0x25, digits[Int(byte >> 4)], digits[Int(byte & 15)]] : [byte]
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func isUnreserved(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5a, 0x61...0x7a, 0x2d, 0x2e, 0x5f, 0x7e: true
        default: false
        }
    }
}
