/// A 64-bit FNV-1a hash of a document's bytes. Used to detect an unchanged document; not collision-proof.
package struct DocumentDigest {
    /// The hash so far.
    package var value: Int64 { Int64(bitPattern: state) }

    private var state: UInt64 = 0xcbf2_9ce4_8422_2325

    package init() {}

    /// Adds bytes to the hash.
    package mutating func combine(_ bytes: [UInt8]) {
        for byte in bytes {
            state = (state ^ UInt64(byte)) &* 0x0000_0100_0000_01b3
        }
    }
}
