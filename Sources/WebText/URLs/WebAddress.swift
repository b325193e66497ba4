/// A parameter of a query or a form.
package typealias QueryParameter = (name: String, value: String)

/// Reads and writes URLs as they occur in feeds and pages: relative, with spaces, or with characters that a URL must not
/// contain.
package enum WebAddress {
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
        if address.begins(with: "https:") { return "https" }
        if address.begins(with: "http:") { return "http" }
        guard let first = bytes.first, first.isASCIILetter else { return nil }
        for (offset, byte) in bytes.enumerated() {
            if byte == .colon { return address.prefix(offset).lowercased() }
            guard byte.isASCIILetter || byte.isASCIIDigit || byte == .plus || byte == .hyphen || byte == .dot,
                offset < 32
            else { return nil }
        }
        return nil
    }

    /// Returns the host in lower case, without user and port, or `nil` if there is none.
    package static func host(of address: String) -> String? {
        guard let host = AddressParts(address)?.host, !host.isEmpty else { return nil }
        return host.lowercased()
    }

    /// Returns host and port in lower case, without the user. Safe in messages, since it contains no secrets.
    package static func endpoint(of address: String) -> String? {
        guard let endpoint = AddressParts(address)?.endpoint, !endpoint.isEmpty else { return nil }
        return endpoint.lowercased()
    }

    /// Returns the port, or `nil` if the address has none.
    package static func port(of address: String) -> Int? {
        AddressParts(address)?.port.flatMap { Int($0) }
    }

    /// Returns true if the address has no port or one from 1 to 65535. Network libraries trap on others.
    package static func hasUsablePort(_ address: String) -> Bool {
        guard let port = AddressParts(address)?.port, !port.isEmpty else { return true }
        return Int(port).map { (1...65_535).contains($0) } ?? false
    }

    /// Returns true if the address has a host that can be looked up: an IPv6 address in brackets, or a name without the
    /// characters that no host can have (the forbidden domain code points of the WHATWG's URL standard).
    package static func hasUsableHost(_ address: String) -> Bool {
        guard let parts = AddressParts(address), !parts.host.isEmpty else { return false }
        let port = parts.port.map { ":\($0)" } ?? ""
        // Text between the bracket and the port, and a space, which ends the host.
        guard parts.endpoint == "\(parts.host)\(port)", parts.path.utf8.first != .space else { return false }
        if parts.host.utf8.first == .leftBracket { return isIPv6Literal(parts.host) }
        return !PercentCoding.decoded(parts.host).utf8.contains(where: isForbiddenInHosts)
    }

    /// Returns true for a byte that no host name can have.
    static func isForbiddenInHosts(_ byte: UInt8) -> Bool {
        byte <= 0x20 || byte == 0x7f || forbiddenInHosts.contains(byte)
    }

    private static let forbiddenInHosts = Set("\"#%/:<>?@[\\]^`{|}".utf8)

    /// Returns true for an IPv6 address in brackets, with or without a zone (RFC 6874).
    static func isIPv6Literal(_ host: Substring) -> Bool {
        guard host.utf8.count > 2, host.utf8.last == .rightBracket else { return false }
        let address = host.utf8.dropFirst().dropLast().prefix { $0 != .percentSign }
        return address.count { $0 == .colon } >= 2
            && address.allSatisfy { $0.hexadecimalValue != nil || $0 == .colon || $0 == .dot }
    }

    /// Returns scheme, host and port in lower case. Secrets may be sent only to the same origin.
    package static func origin(of address: String) -> String? {
        guard let scheme = scheme(of: address), let endpoint = endpoint(of: address) else { return nil }
        let standard = scheme == "https" ? ":443" : ":80"
        return "\(scheme)://\(endpoint.hasSuffix(standard) ? String(endpoint.dropLast(standard.count)) : endpoint)"
    }

    /// Returns the user name and password, decoded, or `nil` if there are none.
    package static func user(of address: String) -> (name: String, password: String)? {
        guard let user = AddressParts(address)?.user else { return nil }
        let parts = user.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        return (PercentCoding.decoded(parts[0]), parts.count > 1 ? PercentCoding.decoded(parts[1]) : "")
    }

    /// Returns `address` without its user name and password.
    package static func withoutUser(_ address: String) -> String {
        guard let parts = AddressParts(address), parts.user != nil else { return address }
        return parts.withoutUser
    }

    /// Returns `address`, which has no query, with this one, encoded.
    package static func adding(_ query: [QueryParameter], to address: String) -> String {
        "\(address)?\(form(query))"
    }

    /// Returns parameters as a query or a form (`application/x-www-form-urlencoded`).
    package static func form(_ parameters: [QueryParameter]) -> String {
        parameters.map { "\(PercentCoding.encoded($0.name))=\(PercentCoding.encoded($0.value))" }.joined(separator: "&")
    }
}
