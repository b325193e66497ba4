/// Compares addresses of sources.
package enum SourceAddress {
    /// Returns the canonical form of an address. Addresses with equal forms certainly lead to the same source (RFC
    /// 3986 §6.2.2 and §6.2.3): scheme and host are in lower case, the default port and the fragment are removed, and
    /// escapes are used only where required. Path and query stay case-sensitive.
    ///
    /// For comparison only; the address as the user wrote it is shown and requested.
    package static func canonical(_ address: String) -> String {
        guard !isPlain(address) else { return address }
        guard let colon = address.utf8.firstIndex(of: .colon) else { return address }
        let scheme = address[..<colon].lowercased()
        let rest = address[address.utf8.index(after: colon)...]
        switch scheme {
        case "http", "https":
            guard rest.hasPrefix("//"), let parts = AddressParts(address), parts.path.first ?? "/" == "/" else {
                return "\(scheme):\(rest)"
            }
            return canonical(parts, scheme: scheme)
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
        var port: Int?
        for byte in address.utf8.dropFirst(address.hasPrefix("https://") ? 8 : 7) {
            // Only the standard ports are left out.
            if let number = port, !isInPath {
                guard byte == .slash ? number > 0 && number != 80 && number != 443 : byte.isASCIIDigit else {
                    return false
                }
                port = byte == .slash ? number : min(number * 10 + byte.digitValue, 65_536)
                isInPath = byte == .slash
                last = byte
                continue
            }
            switch byte {
            case .colon where !isInPath && last != .dot: port = 0
            case .slash: isInPath = true
            case .dot where last == .slash || last == .dot: return false
            case UInt8(ascii: "A")...UInt8(ascii: "Z"), .colon, .atSign, .leftBracket, .questionMark:
                if !isInPath { return false }
            case 0x21...0x7e where byte != .numberSign && byte != .percentSign: break
            default: return false
            }
            if byte == .slash, last == .dot { return false }
            last = byte
        }
        return isInPath && last != .questionMark
    }

    private static func canonical(_ parts: AddressParts, scheme: String) -> String {
        let user = parts.user.map { "\($0)@" } ?? ""
        var host = parts.host.lowercased()
        if host.count > 1, host.last == "." { host.removeLast() }
        let port = parts.port ?? ""
        let isStandard = port.isEmpty || port == (scheme == "http" ? "80" : "443")
        let path = withoutDots(PercentCoding.normalized(parts.path, encodesForeign: true))
        let query = PercentCoding.normalized(parts.query ?? "", encodesForeign: true)
        return "\(scheme)://\(user)\(host)\(isStandard ? "" : ":\(port)")\(path)\(query.isEmpty ? "" : "?\(query)")"
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
}
