/// The hash function SHA-256 (FIPS 180-4).
package enum SHA256 {
    /// Returns the 32 bytes of the hash of `bytes`.
    package static func digest(of bytes: [UInt8]) -> [UInt8] {
        Checksum.digest(of: bytes, .sha256)
    }
}
