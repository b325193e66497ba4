import CZlib

/// Unpacks gzip (RFC 1952), in whatever pieces it comes: for documents that are packed without anybody saying so.
final class GzipUnpacker {
    /// Why no more is unpacked.
    enum Fault: Error {
        /// What came is no gzip, or is damaged.
        case broken
        /// It grows beyond what a document may weigh.
        case tooLong
    }

    private static let pieceLength = 64 * 1024
    /// What every file begins with (RFC 1952 §2.3.1).
    private static let mark: [UInt8] = [0x1f, 0x8b]

    private let stream: UnsafeMutablePointer<z_stream>
    private let limits: TransportLimits
    private var taken = 0
    private var given = 0
    private var isBetweenMembers = false

    /// Makes an unpacker that keeps these limits of bodies; nil where there is no memory for one.
    init?(limits: TransportLimits = TransportLimits()) {
        self.limits = limits
        stream = .allocate(capacity: 1)
        stream.initialize(to: z_stream())
        // By 16 more than the largest window: gzip and nothing else.
        guard inflateInit2_(stream, MAX_WBITS + 16, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else {
            stream.deallocate()
            return nil
        }
    }

    deinit {
        inflateEnd(stream)
        stream.deallocate()
    }

    /// Whether a document that begins like this is packed; nil where that takes another byte to tell.
    static func begins(_ bytes: some Collection<UInt8>) -> Bool? {
        guard bytes.count >= mark.count else { return mark.starts(with: bytes) ? nil : false }
        return bytes.starts(with: mark)
    }

    /// Unpacks `bytes` and hands out what they hold. Files that stand one behind the other are one.
    func unpack(
        _ bytes: UnsafeRawBufferPointer, _ emit: (UnsafeRawBufferPointer) -> Void
    ) throws(Fault) {
        var piece = [UInt8](repeating: 0, count: Self.pieceLength)
        taken += bytes.count
        // zlib's interface is older than `const`: it only reads from there.
        stream.pointee.next_in = UnsafeMutablePointer(mutating: bytes.baseAddress?.assumingMemoryBound(to: UInt8.self))
        stream.pointee.avail_in = UInt32(bytes.count)
        var isFull = false
        while stream.pointee.avail_in > 0 || isFull {
            if isBetweenMembers {
                // Padding, or a note of the program that packed it.
                guard stream.pointee.next_in?.pointee == Self.mark[0] else { return }
                inflateReset(stream)
                isBetweenMembers = false
            }
            let outcome = piece.withUnsafeMutableBufferPointer { piece in
                stream.pointee.next_out = piece.baseAddress
                stream.pointee.avail_out = UInt32(piece.count)
                return inflate(stream, Z_NO_FLUSH)
            }
            let count = Self.pieceLength - Int(stream.pointee.avail_out)
            given += count
            guard given <= limits.bodyBytes,
                given <= limits.inflationFree || given / limits.inflationRatio <= taken
            else { throw .tooLong }
            piece.withUnsafeBytes { emit(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
            isFull = stream.pointee.avail_out == 0
            switch outcome {
            case Z_OK: break
            case Z_STREAM_END: (isBetweenMembers, isFull) = (true, false)
            // There was room, and nothing to fill it with.
            case Z_BUF_ERROR: isFull = false
            default: throw .broken
            }
        }
    }
}
