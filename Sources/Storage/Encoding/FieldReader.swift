import WebText

/// Reads the output of ``FieldWriter``. Never reads past its bytes, whatever they are.
///
/// Does not own the bytes, which must outlive it: a window of the Track reads thousands of tickets, and slices of arrays would
/// be counted for each field.
struct FieldReader {
    enum Content {
        case number(Int64)
        case bytes(UnsafeBufferPointer<UInt8>)

        /// The number, or 0 for bytes.
        var number: Int64 {
            if case .number(let number) = self { number } else { 0 }
        }

        /// The text, or an empty one for a number.
        var text: String {
            if case .bytes(let bytes) = self { String(utf8: bytes) } else { "" }
        }

        /// A reader of nested fields, or of none for a number.
        var nested: FieldReader {
            if case .bytes(let bytes) = self {
                FieldReader(bytes)
            } else {
                FieldReader(UnsafeBufferPointer(start: nil, count: 0))
            }
        }
    }

    private let bytes: UnsafeBufferPointer<UInt8>
    private var index = 0

    init(_ bytes: UnsafeBufferPointer<UInt8>) {
        self.bytes = bytes
    }

    /// Returns the next field, or `nil` at the end.
    mutating func next() throws -> (field: Int, content: Content)? {
        guard index < bytes.count else { return nil }
        let key = try readVariable()
        let field = Int(truncatingIfNeeded: key >> 1)
        if key & 1 == 0 {
            let number = try readVariable()
            return (field, .number(Int64(bitPattern: number >> 1) ^ -Int64(bitPattern: number & 1)))
        }
        let count = try readVariable()
        guard count <= UInt64(bytes.count - index) else {
            throw DamagedContent("a field that is longer than its bytes")
        }
        let start = index
        index += Int(count)
        return (field, .bytes(UnsafeBufferPointer(rebasing: bytes[start..<index])))
    }

    private mutating func readVariable() throws -> UInt64 {
        var number: UInt64 = 0
        var shift: UInt64 = 0
        while index < bytes.count, shift < 64 {
            let byte = bytes[index]
            index += 1
            number |= UInt64(byte & 0x7f) << shift
            if byte < 0x80 { return number }
            shift += 7
        }
        throw DamagedContent("a number that does not end")
    }
}
