/// The limits of the size of decompressed data, against decompression bombs.
public struct DecompressionLimits: Hashable, Sendable {
    /// The maximum decompressed size in bytes.
    public var bytes: Int
    /// The maximum ratio of decompressed to compressed size. Text seldom exceeds 20; bombs exceed 1,000.
    public var ratio: Int
    /// The decompressed size in bytes up to which any ratio is allowed.
    public var freeBytes: Int

    public init(bytes: Int = 64 << 20, ratio: Int = 200, freeBytes: Int = 1 << 20) {
        self.bytes = bytes
        self.ratio = ratio
        self.freeBytes = freeBytes
    }

    /// Throws if `produced` bytes are too many for `consumed` compressed bytes.
    func check(produced: Int, consumed: Int) throws(DecompressionError) {
        guard produced <= bytes else { throw .tooLarge }
        guard produced <= freeBytes || produced / ratio <= consumed else { throw .tooDense }
    }
}
