import CLibXML2
import WebText

/// A growing byte buffer for the parser's hot paths. Appending costs a comparison and a copy; an array would also
/// check for unique ownership. Noncopyable, so there is no sharing, also between tasks.
struct ByteArena: ~Copyable, @unchecked Sendable {
    private var base: UnsafeMutablePointer<UInt8>
    private var capacity: Int
    private(set) var count = 0

    init(capacity: Int) {
        self.capacity = max(64, capacity)
        base = .allocate(capacity: self.capacity)
    }

    deinit {
        base.deallocate()
    }

    /// Returns the bytes from `start` on; valid until the next mutation.
    func bytes(from start: Int = 0) -> UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(start: base + min(start, count), count: count - min(start, count))
    }

    mutating func append(_ byte: UInt8) {
        reserve(1)
        base[count] = byte
        count += 1
    }

    mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard let source = bytes.baseAddress else { return }
        reserve(bytes.count)
        (base + count).update(from: source, count: bytes.count)
        count += bytes.count
    }

    mutating func append(_ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) {
        append(UnsafeBufferPointer(rebasing: bytes[range]))
    }

    mutating func append(_ text: StaticString) {
        append(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    /// Appends the name of a member of JSON, which needs no escapes, in quotation marks and with its colon.
    mutating func appendKey(_ name: StaticString, behindComma: Bool) {
        let length = name.utf8CodeUnitCount
        reserve(length + 4)
        var end = base + count
        if behindComma {
            end.pointee = .comma
            end += 1
        }
        end.pointee = .quotationMark
        (end + 1).update(from: name.utf8Start, count: length)
        end += length + 1
        end.pointee = .quotationMark
        end[1] = .colon
        count = end + 2 - base
    }

    /// Appends the bytes that `write` puts there, at most `count`, and of which it returns the number.
    mutating func append(atMost count: Int, _ write: (UnsafeMutablePointer<UInt8>) -> Int) {
        reserve(count)
        self.count += write(base + self.count)
    }

    /// Appends a scalar in UTF-8.
    mutating func append(_ scalar: Unicode.Scalar) {
        guard !scalar.isASCII else { return append(UInt8(truncatingIfNeeded: scalar.value)) }
        for byte in UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter { append(byte) }
    }

    mutating func truncate(to count: Int) {
        self.count = min(self.count, max(0, count))
    }

    mutating func dropFirst(_ dropped: Int) {
        guard dropped > 0 else { return }
        memmove(base, base + dropped, count - dropped)
        count -= dropped
    }

    @inline(__always)
    mutating func reserve(_ more: Int) {
        if count + more > capacity { grow(by: more) }
    }

    private mutating func grow(by more: Int) {
        capacity = max(capacity * 2, count + more)
        let grown = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
        grown.update(from: base, count: count)
        base.deallocate()
        base = grown
    }
}
