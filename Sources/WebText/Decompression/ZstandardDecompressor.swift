import CZstd

/// Decompresses Zstandard (RFC 8878).
package final class ZstandardDecompressor: Decompressor {
    /// The window that every receiver must support, and the largest that a sender may use (RFC 9659): 8 MB.
    private static let windowBits: CInt = 23

    private let decoder: OpaquePointer
    private let output: DecompressionOutput
    /// True within a frame; several frames may follow one another.
    private var isWithinFrame = false

    /// Always false: data with a wrong checksum is broken.
    package let hasChecksumError = false

    /// Creates a decompressor with these limits, or returns `nil` if there is no memory.
    package init?(limits: DecompressionLimits = DecompressionLimits()) {
        guard let decoder = ZSTD_createDCtx() else { return nil }
        ZSTD_DCtx_setParameter(decoder, ZSTD_d_windowLogMax, Self.windowBits)
        self.decoder = decoder
        output = DecompressionOutput(limits: limits)
    }

    deinit {
        ZSTD_freeDCtx(decoder)
    }

    package func decompress(
        _ bytes: UnsafeRawBufferPointer, _ emit: (UnsafeRawBufferPointer) -> Void
    ) throws(DecompressionError) {
        output.consume(bytes.count)
        var input = ZSTD_inBuffer(src: bytes.baseAddress, size: bytes.count, pos: 0)
        var isFull = false
        while input.pos < input.size || isFull {
            var filled = ZSTD_outBuffer(dst: output.buffer.baseAddress, size: output.buffer.count, pos: 0)
            let outcome = ZSTD_decompressStream(decoder, &filled, &input)
            guard ZSTD_isError(outcome) == 0 else { throw .broken }
            try output.flush(filled.pos, emit)
            isWithinFrame = outcome != 0
            isFull = isWithinFrame && filled.pos == filled.size
        }
    }

    package func finish() throws(DecompressionError) {
        if isWithinFrame { throw .broken }
    }
}
