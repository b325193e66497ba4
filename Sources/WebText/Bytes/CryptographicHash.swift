import CGLib

/// Cryptographic hashes, computed by GLib.
package enum CryptographicHash {
    /// Returns the 20 bytes of the SHA-1 hash (FIPS 180-4) of `bytes`, for protocols that require it. It is broken: an
    /// attacker can make two texts with the same hash.
    package static func sha1(of bytes: [UInt8]) -> [UInt8] {
        digest(of: bytes, G_CHECKSUM_SHA1)
    }

    /// Returns the 32 bytes of the SHA-256 hash (FIPS 180-4) of `bytes`.
    package static func sha256(of bytes: [UInt8]) -> [UInt8] {
        digest(of: bytes, G_CHECKSUM_SHA256)
    }

    private static func digest(of bytes: [UInt8], _ function: GChecksumType) -> [UInt8] {
        guard let checksum = g_checksum_new(function) else { return [] }
        defer { g_checksum_free(checksum) }
        g_checksum_update(checksum, bytes, bytes.count)
        var digest = [UInt8](repeating: 0, count: 32)
        var length = digest.count
        g_checksum_get_digest(checksum, &digest, &length)
        return Array(digest.prefix(length))
    }
}
