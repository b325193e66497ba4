public import EngineConcepts

extension SupplierKind {
    /// Returns the ID of the source of this kind at `address`: readable lower-case ASCII without a slash, always the
    /// same for the same address, and distinct for distinct addresses. A login in the address is not readable in it.
    public func sourceID(for address: String) -> SupplierID {
        var slug: [UInt8] = []
        for byte in DisplayAddress.bare(Redaction.withoutSecrets(address)).utf8 where slug.count < 40 {
            let lower = byte.lowercasedASCII
            if lower.isASCIIDigit || lower.isASCIILetter || lower == .dot {
                slug.append(lower)
            } else if let last = slug.last, last != .hyphen {
                slug.append(.hyphen)
            }
        }
        while let last = slug.last, last == .hyphen || last == .dot { slug.removeLast() }
        let mark = String(StableHash.fnv1a(address.utf8) % 2_176_782_336, radix: 36)
        return SupplierID("\(rawValue):\(String(decoding: slug, as: UTF8.self))-\(mark)")
    }
}
