/// The name of a site in an address.
enum Host {
    /// Returns the host of an address in lower case and without a port, or `nil` if `text` is no address with a host.
    static func name(ofAddress text: String) -> String? {
        var text = text
        return text.withUTF8 { bytes in
            guard let colon = bytes.firstIndex(of: 0x3a), colon + 2 < bytes.count, bytes[colon + 1] == 0x2f,
                bytes[colon + 2] == 0x2f
            else { return nil }
            return name(UnsafeBufferPointer(rebasing: bytes[(colon + 3)...]))
        }
    }

    /// Returns the host of an address or of a bare host name, or `nil` if `text` has none.
    static func name(of text: String) -> String? {
        if let name = name(ofAddress: text) { return name }
        var text = text
        return text.withUTF8 { name($0) }
    }

    /// True if a text in lower case can be a host name.
    static func isName(_ text: String) -> Bool {
        !text.isEmpty
            && text.unicodeScalars.allSatisfy { scalar in
                scalar.isASCII
                    ? Folding.ascii(UInt8(scalar.value)) != 0 || "-._:[]".unicodeScalars.contains(scalar)
                    : scalar.properties.isAlphabetic || scalar.properties.numericType != nil
            }
    }

    /// Returns the host from the text after the scheme: without user, port and path.
    private static func name(_ rest: UnsafeBufferPointer<UInt8>) -> String? {
        let authority = rest.prefix { $0 != 0x2f && $0 != 0x3f && $0 != 0x23 }
        var host = authority.lastIndex(of: 0x40).map { authority[($0 + 1)...] } ?? authority
        if let colon = host.lastIndex(of: 0x3a), host[(colon + 1)...].allSatisfy(\.isDigit) { host = host[..<colon] }
        while host.last == 0x2e { host = host.dropLast() }
        let name = String(decoding: host, as: UTF8.self).lowercased()
        return isName(name) ? name : nil
    }
}
