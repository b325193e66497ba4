import CGLib

/// Hash functions, computed by GLib.
enum Checksum {
    case sha1
    case sha256

    private var kind: GChecksumType {
        switch self {
        case .sha1: G_CHECKSUM_SHA1
        case .sha256: G_CHECKSUM_SHA256
        }
    }

    /// Returns the hash of `bytes`.
    static func digest(of bytes: [UInt8], _ function: Checksum) -> [UInt8] {
        guard let checksum = g_checksum_new(function.kind) else { return [] }
        defer { g_checksum_free(checksum) }
        g_checksum_update(checksum, bytes, bytes.count)
        var digest = [UInt8](repeating: 0, count: 32)
        var length = digest.count
        g_checksum_get_digest(checksum, &digest, &length)
        return Array(digest.prefix(length))
    }
}
