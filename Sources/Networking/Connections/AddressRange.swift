import LibC

/// A range of IP addresses in CIDR notation (RFC 4632), such as `10.0.0.0/8` or `fd00::/8`, or a single address.
struct AddressRange {
    private let bytes: [UInt8]
    private let bits: Int

    /// Parses `text`. Returns `nil` if it is no range and no address.
    init?(_ text: String) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard let first = parts.first, parts.count < 3, let bytes = Self.bytes(of: String(first)),
            let bits = parts.count == 1 ? bytes.count * 8 : Int(parts[1]), (0...bytes.count * 8).contains(bits)
        else { return nil }
        self.bytes = bytes
        self.bits = bits
    }

    /// Returns true if `host` is an address in this range.
    func contains(_ host: String) -> Bool {
        guard let address = Self.bytes(of: host), address.count == bytes.count else { return false }
        return (0..<bits)
            .allSatisfy { bit in
                let mask = UInt8(0x80) >> (bit % 8)
                return address[bit / 8] & mask == bytes[bit / 8] & mask
            }
    }

    /// Returns the 4 or 16 bytes of an address, or `nil` if `text` is none. IPv6 addresses may be in brackets.
    private static func bytes(of text: String) -> [UInt8]? {
        let text = text.hasPrefix("[") ? String(text.dropFirst().dropLast()) : text
        for (family, count) in [(AF_INET, 4), (AF_INET6, 16)] {
            var bytes = [UInt8](repeating: 0, count: count)
            if inet_pton(family, text, &bytes) == 1 { return bytes }
        }
        return nil
    }
}
