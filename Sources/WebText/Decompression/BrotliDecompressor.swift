import CBrotli

/// Decompresses Brotli (RFC 7932).
package final class BrotliDecompressor: Decompressor {
    private let decoder: OpaquePointer
    private let output: DecompressionOutput

    /// Always false: Brotli has no checksum.
    package let hasChecksumError = false

    /// Creates a decompressor with these limits, or returns `nil` if there is no memory.
    package init?(limits: DecompressionLimits = DecompressionLimits()) {
        guard let decoder = BrotliDecoderCreateInstance(nil, nil, nil) else { return nil }
        self.decoder = decoder
        output = DecompressionOutput(limits: limits)
    }

    deinit {
        BrotliDecoderDestroyInstance(decoder)
    }

    package func decompress(
        _ bytes: UnsafeRawBufferPointer, _ emit: (UnsafeRawBufferPointer) -> Void
    ) throws(DecompressionError) {
        output.consume(bytes.count)
        var input = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self)
        var inputLeft = bytes.count
        while BrotliDecoderIsFinished(decoder) == 0 {
            var next = output.buffer.baseAddress
            var left = output.buffer.count
            let outcome = BrotliDecoderDecompressStream(decoder, &inputLeft, &input, &left, &next, nil)
            try output.flush(output.buffer.count - left, emit)
            switch outcome {
            case BROTLI_DECODER_RESULT_ERROR: throw .broken
            case BROTLI_DECODER_RESULT_NEEDS_MORE_OUTPUT: continue
            // After the end, further bytes are ignored.
            default: return
            }
        }
    }

    package func finish() throws(DecompressionError) {
        if output.consumed > 0, BrotliDecoderIsFinished(decoder) == 0 { throw .broken }
    }
}
