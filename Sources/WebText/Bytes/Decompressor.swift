/// Decompresses data in any chunks.
package protocol Decompressor: AnyObject {
    /// True if the data is complete but its checksum is wrong, or if broken data follows it.
    var hasChecksumError: Bool { get }

    /// Decompresses `bytes` and emits the result.
    func decompress(_ bytes: UnsafeRawBufferPointer, _ emit: (UnsafeRawBufferPointer) -> Void)
        throws(DecompressionError)

    /// Ends decompression. Throws if the data is truncated.
    func finish() throws(DecompressionError)
}

/// The reason why decompression stopped.
package enum DecompressionError: Error {
    /// The data is not compressed, damaged or truncated.
    case broken
    /// The data exceeds the size limit.
    case tooLong
    /// The data grows more than the limit of its ratio.
    case tooDense
}

public struct DecompressionLimits: Hashable, Sendable {
    /// The maximum decompressed size in bytes.
    public var bytes: Int
    /// The maximum ratio of decompressed to compressed size. Text seldom exceeds 20; decompression bombs exceed 1,000.
    public var ratio: Int
    /// The decompressed size in bytes up to which any ratio is allowed.
    public var freeBytes: Int

    public init(bytes: Int = 64 << 20, ratio: Int = 200, freeBytes: Int = 1 << 20) {
        self.bytes = bytes
        self.ratio = ratio
        self.freeBytes = freeBytes
    }

    /// Throws if `consumed` compressed bytes may not become `produced` bytes.
    func check(produced: Int, consumed: Int) throws(DecompressionError) {
        guard produced <= bytes else { throw .tooLong }
        guard produced <= freeBytes || produced / ratio <= consumed else { throw .tooDense }
    }
}
