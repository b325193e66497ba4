/// A hash of a document's bytes: FNV-1a with 64 bits. Detects an unchanged document, but does not exclude collisions.
package struct DocumentDigest {
    /// The hash so far.
    package var value: Int64 { Int64(bitPattern: state) }

    private var state: UInt64 = 0xcbf2_9ce4_8422_2325

    package init() {}

    /// Adds bytes to the hash.
    package mutating func combine(_ bytes: [UInt8]) {
        combine(bytes[...])
    }

    /// Adds bytes to the hash, which does not depend on how they are split between calls.
    package mutating func combine(_ bytes: ArraySlice<UInt8>) {
        for byte in bytes {
            state = (state ^ UInt64(byte)) &* 0x0000_0100_0000_01b3
        }
    }
}
