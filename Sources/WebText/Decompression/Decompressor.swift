/// Decompresses data that arrives in chunks of any size.
package protocol Decompressor: AnyObject {
    /// True if the data is complete but its checksum is wrong, or if broken data follows it.
    var hasChecksumError: Bool { get }

    /// Decompresses `bytes` and emits the result.
    func decompress(_ bytes: UnsafeRawBufferPointer, _ emit: (UnsafeRawBufferPointer) -> Void)
        throws(DecompressionError)

    /// Ends decompression. Throws if the data is truncated.
    func finish() throws(DecompressionError)
}
