import CZstd

/// Decompresses Zstandard (RFC 8878) in any chunks.
package final class ZstandardDecompressor: Decompressor {
    /// The window that every receiver must support, and the largest that a sender may use (RFC 9659): 8 MB.
    private static let windowBits: CInt = 23
    private static let chunkLength = 64 * 1024

    private let decoder: OpaquePointer
    private let chunk: UnsafeMutableBufferPointer<UInt8>
    private let limits: DecompressionLimits
    private var consumed = 0
    private var produced = 0
    /// True within a frame; several frames may follow one another.
    private var isWithinFrame = false

    /// Always false: data with a wrong checksum is broken.
    package let hasChecksumError = false

    /// Creates a decompressor with these limits, or returns `nil` if there is no memory.
    package init?(limits: DecompressionLimits = DecompressionLimits()) {
        guard let decoder = ZSTD_createDCtx() else { return nil }
        ZSTD_DCtx_setParameter(decoder, ZSTD_d_windowLogMax, Self.windowBits)
        self.decoder = decoder
        self.limits = limits
        chunk = .allocate(capacity: Self.chunkLength)
    }

    deinit {
        ZSTD_freeDCtx(decoder)
        chunk.deallocate()
    }

    package func decompress(
        _ bytes: UnsafeRawBufferPointer, _ emit: (UnsafeRawBufferPointer) -> Void
    ) throws(DecompressionError) {
        consumed += bytes.count
        var input = ZSTD_inBuffer(src: bytes.baseAddress, size: bytes.count, pos: 0)
        var isFull = false
        while input.pos < input.size || isFull {
            var output = ZSTD_outBuffer(dst: chunk.baseAddress, size: chunk.count, pos: 0)
            let outcome = ZSTD_decompressStream(decoder, &output, &input)
            guard ZSTD_isError(outcome) == 0 else { throw .broken }
            produced += output.pos
            try limits.check(produced: produced, consumed: consumed)
            if output.pos > 0 { emit(UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(chunk)[..<output.pos])) }
            isWithinFrame = outcome != 0
            isFull = isWithinFrame && output.pos == output.size
        }
    }

    package func finish() throws(DecompressionError) {
        if isWithinFrame { throw .broken }
    }
}
