import CGLib

/// The hash function SHA-256 (FIPS 180-4), computed by GLib.
package enum SHA256 {
    /// Returns the 32 bytes of the hash of `bytes`.
    package static func digest(of bytes: [UInt8]) -> [UInt8] {
        guard let checksum = g_checksum_new(G_CHECKSUM_SHA256) else { return [] }
        defer { g_checksum_free(checksum) }
        g_checksum_update(checksum, bytes, bytes.count)
        var digest = [UInt8](repeating: 0, count: 32)
        var length = digest.count
        g_checksum_get_digest(checksum, &digest, &length)
        return Array(digest.prefix(length))
    }
}
