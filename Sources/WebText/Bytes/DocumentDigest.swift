import EngineConcepts

/// A hash of a document's bytes: FNV-1a with 64 bits. Two documents may have the same.
package struct DocumentDigest {
    /// The hash so far.
    package var value: Int64 { Int64(bitPattern: state) }

    private var state = StableHash.seed

    package init() {}

    /// Creates the hash of these bytes.
    package init(of bytes: some Sequence<UInt8>) {
        combine(bytes)
    }

    /// Adds bytes to the hash, which does not depend on how they are split between calls.
    package mutating func combine(_ bytes: some Sequence<UInt8>) {
        state = StableHash.fnv1a(bytes, seed: state)
    }
}
