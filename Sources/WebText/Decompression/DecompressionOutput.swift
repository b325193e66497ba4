/// The buffer that a decompressor fills and emits repeatedly, and the sizes so far, within the limits.
final class DecompressionOutput {
    private static let capacity = 64 * 1024

    /// The memory for the next decompressed bytes.
    let buffer: UnsafeMutableBufferPointer<UInt8>
    private let limits: DecompressionLimits
    /// The number of compressed bytes so far.
    private(set) var consumed = 0
    /// The number of decompressed bytes so far.
    private(set) var produced = 0

    init(limits: DecompressionLimits) {
        self.limits = limits
        buffer = .allocate(capacity: Self.capacity)
    }

    deinit {
        buffer.deallocate()
    }

    /// Counts the compressed bytes of a chunk.
    func consume(_ count: Int) {
        consumed += count
    }

    /// Emits the first `count` bytes of the buffer. Throws if the output exceeds a limit.
    func flush(_ count: Int, _ emit: (UnsafeRawBufferPointer) -> Void) throws(DecompressionError) {
        produced += count
        try limits.check(produced: produced, consumed: consumed)
        if count > 0 { emit(UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(buffer)[..<count])) }
    }
}
