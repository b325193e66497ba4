/// Hashes that are the same on all machines and in all runs, unlike those of `Hasher`.
///
/// Usable from inline: other modules would call the inlinable members of a package type for every byte.
@usableFromInline package enum StableHash {
    /// The FNV-1a hash of no bytes, with 64 bits: <https://datatracker.ietf.org/doc/html/draft-eastlake-fnv>.
    @inlinable package static var seed: UInt64 { 0xcbf2_9ce4_8422_2325 }

    /// Returns the FNV-1a hash of bytes. Hashes of parts can be chained by their `seed`.
    package static func fnv1a(_ bytes: some Sequence<UInt8>, seed: UInt64 = seed) -> UInt64 {
        // Without the buffer, other modules would call the sequence through its protocol for every byte of a document.
        bytes.withContiguousStorageIfAvailable { fnv1a($0, seed: seed) } ?? bytes.reduce(seed, combined)
    }

    private static func fnv1a(_ bytes: UnsafeBufferPointer<UInt8>, seed: UInt64) -> UInt64 {
        var hash = seed
        for byte in bytes { hash = combined(hash, byte) }
        return hash
    }

    /// Returns an FNV-1a hash with a further byte.
    @inlinable @inline(__always)
    package static func combined(_ hash: UInt64, _ byte: UInt8) -> UInt64 {
        (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01b3
    }

    /// Mixes a number by the finaliser of MurmurHash3, so that similar numbers give very different results.
    package static func mixed(_ number: UInt64) -> UInt64 {
        var hash = number
        hash = (hash ^ (hash >> 33)) &* 0xff51_afd7_ed55_8ccd
        hash = (hash ^ (hash >> 33)) &* 0xc4ce_b9fe_1a85_ec53
        return hash ^ (hash >> 33)
    }
}
