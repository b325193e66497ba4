import CZlib

/// Decompresses Deflate (RFC 1951): compressed response bodies and undeclared gzip documents.
///
/// Tolerant like browsers: concatenated files count as one (RFC 1952 §2.2), bytes after the last file are ignored,
/// and data with a wrong checksum is used.
package final class DeflateDecompressor: Decompressor {
    /// The format around the compressed bytes.
    package enum Wrapping {
        /// The header and checksum of gzip (RFC 1952) or zlib (RFC 1950).
        case wrapped
        /// None, as from servers that send raw Deflate as `deflate`, although the name means zlib's format (RFC 9110
        /// §8.4.1.2).
        case raw

        /// Determines the format of a body with the encoding `deflate` by its first byte. No raw Deflate block begins
        /// like a zlib header (it would be a stored block with nonzero padding) or like gzip.
        package init(ofDeflateBeginningWith first: UInt8) {
            let isHeader = first & 0x0f == 8 && first >> 4 <= 7
            self = isHeader || first == DeflateDecompressor.gzipMagic[0] ? .wrapped : .raw
        }

        /// zlib's window size and format: 32 plus the maximum for zlib or gzip, detected by the header; negative for
        /// raw Deflate.
        fileprivate var windowBits: Int32 { self == .wrapped ? MAX_WBITS + 32 : -MAX_WBITS }
    }

    private enum Phase {
        /// Within a file.
        case within
        /// After the end of a file; another one may follow.
        case between
        case ended
    }

    /// The first bytes of a gzip file (RFC 1952 §2.3.1).
    private static let gzipMagic: [UInt8] = [0x1f, 0x8b]
    /// zlib's messages for a wrong checksum or length after the data. All data has been decompressed by then.
    private static let checksumErrors = ["incorrect data check", "incorrect length check"]

    private let stream: UnsafeMutablePointer<z_stream>
    private let output: DecompressionOutput
    private let wrapping: Wrapping
    private var phase = Phase.within
    package private(set) var hasChecksumError = false

    /// Creates a decompressor with these limits, or returns `nil` if there is no memory.
    package init?(_ wrapping: Wrapping, limits: DecompressionLimits = DecompressionLimits()) {
        self.wrapping = wrapping
        stream = .allocate(capacity: 1)
        stream.initialize(to: z_stream())
        guard
            inflateInit2_(stream, wrapping.windowBits, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK
        else {
            stream.deallocate()
            return nil
        }
        // Last, because `deinit` would run if an initialised decompressor were discarded.
        output = DecompressionOutput(limits: limits)
    }

    deinit {
        inflateEnd(stream)
        stream.deallocate()
    }

    /// Returns true if a document that begins with these bytes is a gzip file, or `nil` if more bytes are needed.
    package static func beginsGzip(_ bytes: some Collection<UInt8>) -> Bool? {
        guard bytes.count >= gzipMagic.count else { return gzipMagic.starts(with: bytes) ? nil : false }
        return bytes.starts(with: gzipMagic)
    }

    package func decompress(
        _ bytes: UnsafeRawBufferPointer, _ emit: (UnsafeRawBufferPointer) -> Void
    ) throws(DecompressionError) {
        output.consume(bytes.count)
        // zlib's interface lacks `const`; it only reads this memory.
        stream.pointee.next_in = UnsafeMutablePointer(mutating: bytes.baseAddress?.assumingMemoryBound(to: UInt8.self))
        stream.pointee.avail_in = UInt32(bytes.count)
        var isFull = false
        while phase != .ended, stream.pointee.avail_in > 0 || isFull {
            if phase == .between, !beginNextFile() { return }
            stream.pointee.next_out = output.buffer.baseAddress
            stream.pointee.avail_out = UInt32(output.buffer.count)
            let outcome = inflate(stream, Z_NO_FLUSH)
            try output.flush(output.buffer.count - Int(stream.pointee.avail_out), emit)
            isFull = stream.pointee.avail_out == 0
            switch outcome {
            case Z_OK: break
            case Z_STREAM_END: (phase, isFull) = (.between, false)
            // There was room in the output but no more input.
            case Z_BUF_ERROR: isFull = false
            default: try endLeniently()
            }
        }
    }

    package func finish() throws(DecompressionError) {
        if phase == .within, output.consumed > 0 { throw .broken }
    }

    /// Continues with the next concatenated file. Returns false if there is none; the rest is then padding or a
    /// program's note.
    private func beginNextFile() -> Bool {
        guard wrapping == .wrapped, stream.pointee.next_in?.pointee == Self.gzipMagic[0] else {
            phase = .ended
            return false
        }
        inflateReset(stream)
        phase = .within
        return true
    }

    /// Handles an error in the data. Accepts it if all compressed data has been read; otherwise throws.
    private func endLeniently() throws(DecompressionError) {
        let message = stream.pointee.msg.map { String(cString: $0) } ?? ""
        // `total_out` counts from the last reset, so at 0 the error is in what follows a complete file.
        let isAfterFile = output.produced > 0 && stream.pointee.total_out == 0
        guard Self.checksumErrors.contains(message) || isAfterFile else { throw .broken }
        hasChecksumError = true
        phase = .ended
    }
}
