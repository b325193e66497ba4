import CZlib
import NIOCore
import NIOHTTPCompression

/// Undoes Deflate as servers send it that take `deflate` by its name. The word means the format of zlib (RFC 9110 §8.4.1.2),
/// which is a header (RFC 1950 §2.2), Deflate, and a checksum; NIO's decompressor reads only that.
///
/// Belongs to one connection and is used on its event loop only.
final class BareDeflate {
    private static let pieceLength = 64 * 1024

    private let stream: UnsafeMutablePointer<z_stream>
    private let limit: Int
    private var count = 0
    private var isComplete = false

    /// Makes an unpacker of no more than `limit` bytes; nil where there is no memory for one.
    init?(limit: Int) {
        self.limit = limit
        stream = .allocate(capacity: 1)
        stream.initialize(to: z_stream())
        // A negative window means that there is no header.
        guard inflateInit2_(stream, -MAX_WBITS, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else {
            stream.deallocate()
            return nil
        }
    }

    deinit {
        inflateEnd(stream)
        stream.deallocate()
    }

    /// Whether a body whose first byte is this one is bare. No block begins like zlib's header: it would be one that is stored
    /// as it is, with padding that nobody writes. Nor does one begin like gzip, which NIO's decompressor knows as well.
    static func begins(with first: UInt8) -> Bool {
        let isHeader = first & 0x0f == 8 && first >> 4 <= 7
        return !isHeader && first != 0x1f
    }

    /// Unpacks `bytes` and hands out what they hold. Throws where they are broken, or hold too much.
    func unpack(
        _ bytes: ByteBuffer, _ allocator: ByteBufferAllocator, _ emit: (ByteBuffer) -> Void
    ) throws(NIOHTTPDecompression.DecompressionError) {
        var bytes = bytes
        while bytes.readableBytes > 0, !isComplete {
            var piece = allocator.buffer(capacity: Self.pieceLength)
            let (outcome, taken, given) = inflate(bytes, into: &piece)
            guard outcome == Z_OK || outcome == Z_STREAM_END else { throw .inflationError(Int(outcome)) }
            isComplete = outcome == Z_STREAM_END
            bytes.moveReaderIndex(forwardBy: taken)
            count += given
            guard count <= limit else { throw .limit }
            if given > 0 { emit(piece) }
        }
    }

    /// Ends the body. Throws where it broke off.
    func finish() throws(NIOHTTPDecompression.ExtraDecompressionError) {
        if !isComplete { throw .truncatedData }
    }

    private func inflate(
        _ bytes: ByteBuffer, into piece: inout ByteBuffer
    ) -> (outcome: Int32, taken: Int, given: Int) {
        bytes.withUnsafeReadableBytes { input in
            // zlib's interface is older than `const`: it only reads from there.
            stream.pointee.next_in = UnsafeMutablePointer(
                mutating: input.baseAddress?.assumingMemoryBound(to: UInt8.self))
            stream.pointee.avail_in = UInt32(input.count)
            var outcome = Z_OK
            let given = piece.writeWithUnsafeMutableBytes(minimumWritableBytes: Self.pieceLength) { output in
                stream.pointee.next_out = output.baseAddress?.assumingMemoryBound(to: UInt8.self)
                stream.pointee.avail_out = UInt32(output.count)
                outcome = CZlib.inflate(stream, Z_NO_FLUSH)
                return output.count - Int(stream.pointee.avail_out)
            }
            return (outcome, input.count - Int(stream.pointee.avail_in), given)
        }
    }
}
