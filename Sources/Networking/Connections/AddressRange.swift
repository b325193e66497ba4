import LibC

/// A range of IP addresses in CIDR notation (RFC 4632), such as `10.0.0.0/8` or `fd00::/8`.
struct AddressRange {
    private let bytes: [UInt8]
    private let bits: Int

    /// Parses `text`. Returns `nil` if it is no range.
    init?(_ text: String) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, let bytes = Self.bytes(of: String(parts[0])), let bits = Int(parts[1]),
            (0...bytes.count * 8).contains(bits)
        else { return nil }
        self.bytes = bytes
        self.bits = bits
    }

    /// Returns true if `host` is an address in this range. IPv6 addresses may be in brackets.
    func contains(_ host: String) -> Bool {
        let bare = host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : host
        guard let address = Self.bytes(of: bare), address.count == bytes.count else { return false }
        return (0..<bits)
            .allSatisfy { bit in
                let mask = UInt8(0x80) >> (bit % 8)
                return address[bit / 8] & mask == bytes[bit / 8] & mask
            }
    }

    /// Returns the 4 or 16 bytes of an address, or `nil` if `text` is none.
    private static func bytes(of text: String) -> [UInt8]? {
        for (family, count) in [(AF_INET, 4), (AF_INET6, 16)] {
            var bytes = [UInt8](repeating: 0, count: count)
            if inet_pton(family, text, &bytes) == 1 { return bytes }
        }
        return nil
    }
}
