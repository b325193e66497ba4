import CZlib

/// Undoes Deflate (RFC 1951), in whatever pieces it comes: bodies that servers compress, and documents that are packed without
/// anybody saying so.
///
/// It is as patient as browsers are: files that stand one behind the other are one (RFC 1952 §2.2), what stands behind the last
/// of them is nothing, and where the sum at the end is wrong, what came is taken.
package final class Inflater {
    /// What stands around the packed bytes.
    package enum Wrapping {
        /// A header and a sum: that of gzip (RFC 1952) or of zlib (RFC 1950).
        case headed
        /// Nothing, as servers send it that take `deflate` by its name. The word means the format of zlib (RFC 9110 §8.4.1.2).
        case bare

        /// What a body that is called `deflate` has, by its first byte. No block of Deflate begins like the header of zlib: it
        /// would be one that is stored as it is, with padding that nobody writes. Nor does one begin like gzip.
        package init(ofDeflateBeginningWith first: UInt8) {
            let isHeader = first & 0x0f == 8 && first >> 4 <= 7
            self = isHeader || first == Inflater.mark[0] ? .headed : .bare
        }

        /// How much zlib looks back, and by what it knows the header: by 32 more than the largest window both of them; a
        /// negative window has none.
        fileprivate var windowBits: Int32 { self == .headed ? MAX_WBITS + 32 : -MAX_WBITS }
    }

    /// Why no more is unpacked.
    package enum Fault: Error {
        /// What came is not packed, or is damaged, or broke off.
        case broken
        /// It grows beyond what a document may weigh.
        case tooLong
    }

    /// How far it has come.
    private enum Phase {
        case within
        /// A file has ended, and another one may follow.
        case between
        case ended
    }

    /// The sizes up to which data is unpacked.
    package struct Limits: Hashable, Sendable {
        /// The largest unpacked size, in bytes.
        package var bytes = 64 << 20
        /// The largest ratio of unpacked to packed size. Text seldom passes 20; bombs pass 1,000.
        package var ratio = 200
        /// The unpacked size in bytes up to which any ratio is allowed.
        package var freeBytes = 1 << 20

        package init(bytes: Int = 64 << 20, ratio: Int = 200, freeBytes: Int = 1 << 20) {
            self.bytes = bytes
            self.ratio = ratio
            self.freeBytes = freeBytes
        }
    }

    private static let pieceLength = 64 * 1024
    /// What every file of gzip begins with (RFC 1952 §2.3.1).
    private static let mark: [UInt8] = [0x1f, 0x8b]
    /// What zlib says where the sum or the length behind the packed bytes is another one: all of them have come by then.
    private static let wrongSums = ["incorrect data check", "incorrect length check"]

    private let stream: UnsafeMutablePointer<z_stream>
    private let piece: UnsafeMutableBufferPointer<UInt8>
    private let limits: Limits
    private let wrapping: Wrapping
    private var taken = 0
    private var given = 0
    private var stage = Phase.within
    /// Whether what came is whole, but not what its sum says, or something broken stood behind it.
    package private(set) var isDoubtful = false

    /// Makes one that keeps these limits of bodies; nil where there is no memory for it.
    package init?(_ wrapping: Wrapping, limits: Limits = Limits()) {
        self.limits = limits
        self.wrapping = wrapping
        stream = .allocate(capacity: 1)
        stream.initialize(to: z_stream())
        guard
            inflateInit2_(stream, wrapping.windowBits, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK
        else {
            stream.deallocate()
            return nil
        }
        piece = .allocate(capacity: Self.pieceLength)
    }

    deinit {
        inflateEnd(stream)
        stream.deallocate()
        piece.deallocate()
    }

    /// Whether a document that begins like this is packed by gzip; nil where that takes another byte to tell.
    package static func begins(_ bytes: some Collection<UInt8>) -> Bool? {
        guard bytes.count >= mark.count else { return mark.starts(with: bytes) ? nil : false }
        return bytes.starts(with: mark)
    }

    /// Unpacks `bytes` and hands out what they hold.
    package func unpack(_ bytes: UnsafeRawBufferPointer, _ emit: (UnsafeRawBufferPointer) -> Void) throws(Fault) {
        taken += bytes.count
        // zlib's interface is older than `const`: it only reads from there.
        stream.pointee.next_in = UnsafeMutablePointer(mutating: bytes.baseAddress?.assumingMemoryBound(to: UInt8.self))
        stream.pointee.avail_in = UInt32(bytes.count)
        var isFull = false
        while stage != .ended, stream.pointee.avail_in > 0 || isFull {
            if stage == .between, !goOn() { return }
            stream.pointee.next_out = piece.baseAddress
            stream.pointee.avail_out = UInt32(piece.count)
            let outcome = inflate(stream, Z_NO_FLUSH)
            let count = piece.count - Int(stream.pointee.avail_out)
            given += count
            guard given <= limits.bytes,
                given <= limits.freeBytes || given / limits.ratio <= taken
            else { throw .tooLong }
            if count > 0 { emit(UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(piece)[..<count])) }
            isFull = stream.pointee.avail_out == 0
            switch outcome {
            case Z_OK: break
            case Z_STREAM_END: (stage, isFull) = (.between, false)
            // There was room, and nothing to fill it with.
            case Z_BUF_ERROR: isFull = false
            default: try endDoubtfully()
            }
        }
    }

    /// Ends what is unpacked. Throws where it broke off.
    package func finish() throws(Fault) {
        if stage == .within, taken > 0 { throw .broken }
    }

    /// Goes on with the file behind the one that has ended; answers whether there is one. Else it is padding, or a note of the
    /// program that packed it.
    private func goOn() -> Bool {
        guard wrapping == .headed, stream.pointee.next_in?.pointee == Self.mark[0] else {
            stage = .ended
            return false
        }
        inflateReset(stream)
        stage = .within
        return true
    }

    /// Something is wrong at this place. Where all that was packed has come, it is taken; else this throws.
    private func endDoubtfully() throws(Fault) {
        let words = stream.pointee.msg.map { String(cString: $0) } ?? ""
        let isBehindTheEnd = given > 0 && stream.pointee.total_out == 0
        guard Self.wrongSums.contains(words) || isBehindTheEnd else { throw .broken }
        isDoubtful = true
        stage = .ended
    }
}
