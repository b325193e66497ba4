// The hosts of sites and servers, as people name them.
extension WebAddress {
    /// Returns the name of the site at `address`: the host in lower case without trailing dots, or `nil` if there is
    /// none or it cannot be a host name.
    package static func site(of address: String) -> String? {
        // The scheme must be at the beginning: other text may mention an address.
        guard let parts = AddressParts(address), !parts.scheme.utf8.contains(.colon) else { return nil }
        var name = parts.host.lowercased()
        while name.last == "." { name.removeLast() }
        return isHostName(name) ? name : nil
    }

    /// Returns the name of the site that `text` means: an address or a host.
    package static func site(named text: String) -> String? {
        site(of: text) ?? site(of: "http://\(text)")
    }

    /// Returns the origin of a server by its host, with a port if it has one. Plain http is for this machine only.
    package static func origin(ofServer name: String) -> String {
        "\(isThisMachine(name) ? "http" : "https")://\(name)"
    }

    /// Returns true if a host, which may have a port, is the name or a loopback address of this machine (RFC 1122 §3.2.1.3).
    package static func isThisMachine(_ endpoint: String) -> Bool {
        let host = host(of: "http://\(endpoint)") ?? endpoint
        let octets = host.split(separator: ".", omittingEmptySubsequences: false)
        return ["localhost", "[::1]", "::1"].contains(host)
            || octets.count == 4 && octets[0] == "127" && octets.allSatisfy { UInt8($0) != nil }
    }

    /// The longest host name in characters (RFC 1035 §2.3.4).
    private static let longestHostName = 253

    /// Returns true if `text`, in lower case, can be a host name.
    package static func isHostName(_ text: String) -> Bool {
        !text.isEmpty && text.unicodeScalars.count <= longestHostName
            && text.unicodeScalars.allSatisfy { scalar in
                scalar.isASCII
                    ? UInt8(scalar.value).isASCIILetter || UInt8(scalar.value).isASCIIDigit
                        || "-._:[]".unicodeScalars.contains(scalar)
                    : scalar.properties.isAlphabetic || scalar.properties.numericType != nil
            }
    }
}
