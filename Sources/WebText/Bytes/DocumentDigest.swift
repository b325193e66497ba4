/// A number made of all bytes of a document: FNV-1a with 64 bits. Says "the same again", proves nothing.
package struct DocumentDigest {
    /// The number so far.
    package var value: Int64 { Int64(bitPattern: state) }

    private var state: UInt64 = 0xcbf2_9ce4_8422_2325

    package init() {}

    /// Takes in the next bytes.
    package mutating func combine(_ bytes: [UInt8]) {
        for byte in bytes {
            state = (state ^ UInt64(byte)) &* 0x0000_0100_0000_01b3
        }
    }
}
