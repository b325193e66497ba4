import CIDN2

extension WebAddress {
    /// Returns `address` with its host in Punycode (UTS #46, non-transitional). Returns it unchanged if its host is
    /// ASCII already or not a valid host name: decoded, it could end earlier and name another host.
    package static func withASCIIHost(_ address: String) -> String {
        guard let host = AddressParts(address)?.host, let name = punycode(PercentCoding.decoded(host)) else {
            return address
        }
        return address[..<host.startIndex] + name + address[host.endIndex...]
    }

    /// Returns `host` in Punycode, or `nil` if it is ASCII already or not a valid host name.
    package static func punycode(_ host: String) -> String? {
        guard host.utf8.contains(where: { $0 >= 0x80 }) else { return nil }
        var found: UnsafeMutablePointer<UInt8>?
        let flags = CInt(IDN2_NFC_INPUT.rawValue | IDN2_NONTRANSITIONAL.rawValue)
        guard host.withCString(encodedAs: UTF8.self, { idn2_lookup_u8($0, &found, flags) }) == IDN2_OK.rawValue,
            let found
        else { return nil }
        defer { idn2_free(found) }
        let name = String(cString: found)
        return name.utf8.contains(where: isForbiddenInHosts) ? nil : name
    }
}
