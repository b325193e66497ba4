import CBrotli

/// Decompresses Brotli (RFC 7932) in any chunks.
package final class BrotliDecompressor: Decompressor {
    private static let chunkLength = 64 * 1024

    private let decoder: OpaquePointer
    private let chunk: UnsafeMutableBufferPointer<UInt8>
    private let limits: DecompressionLimits
    private var consumed = 0
    private var produced = 0

    /// Always false: Brotli has no checksum.
    package let hasChecksumError = false

    /// Creates a decompressor with these limits, or returns `nil` if there is no memory.
    package init?(limits: DecompressionLimits = DecompressionLimits()) {
        guard let decoder = BrotliDecoderCreateInstance(nil, nil, nil) else { return nil }
        self.decoder = decoder
        self.limits = limits
        chunk = .allocate(capacity: Self.chunkLength)
    }

    deinit {
        BrotliDecoderDestroyInstance(decoder)
        chunk.deallocate()
    }

    package func decompress(
        _ bytes: UnsafeRawBufferPointer, _ emit: (UnsafeRawBufferPointer) -> Void
    ) throws(DecompressionError) {
        consumed += bytes.count
        var input = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self)
        var inputLeft = bytes.count
        while BrotliDecoderIsFinished(decoder) == 0 {
            var output = chunk.baseAddress
            var outputLeft = chunk.count
            let outcome = BrotliDecoderDecompressStream(decoder, &inputLeft, &input, &outputLeft, &output, nil)
            let count = chunk.count - outputLeft
            produced += count
            try limits.check(produced: produced, consumed: consumed)
            if count > 0 { emit(UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(chunk)[..<count])) }
            switch outcome {
            case BROTLI_DECODER_RESULT_ERROR: throw .broken
            case BROTLI_DECODER_RESULT_NEEDS_MORE_OUTPUT: continue
            // After the end, further bytes are ignored.
            default: return
            }
        }
    }

    package func finish() throws(DecompressionError) {
        if consumed > 0, BrotliDecoderIsFinished(decoder) == 0 { throw .broken }
    }
}
