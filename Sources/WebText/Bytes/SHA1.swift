/// The hash function SHA-1 (FIPS 180-4), for protocols that name it. It proves nothing against an attacker.
package enum SHA1 {
    /// Returns the 20 bytes of the hash of `bytes`.
    package static func digest(of bytes: [UInt8]) -> [UInt8] {
        Checksum.digest(of: bytes, .sha1)
    }
}
