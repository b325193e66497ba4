import WebText

/// Writes numbered fields: a key (`number * 2`, plus 1 for bytes), then a variable-length number or a length and bytes.
/// Absent fields take no room; readers skip unknown ones.
struct RecordWriter {
    private(set) var bytes: [UInt8] = []

    /// Writes a number unless it is `nil`; small ones of either sign are short.
    mutating func put(_ field: Int, _ number: (some BinaryInteger)?) {
        guard let given = number else { return }
        let number = Int64(given)
        bytes.append(variable: UInt64(field) << 1)
        bytes.append(variable: UInt64(bitPattern: (number << 1) ^ (number >> 63)))
    }

    /// Writes a text unless it is `nil`.
    mutating func put(_ field: Int, _ text: String?) {
        guard let text else { return }
        bytes.append(variable: UInt64(field) << 1 | 1)
        bytes.append(variable: UInt64(text.utf8.count))
        bytes.append(contentsOf: text.utf8)
    }

    /// Writes nested fields, even if there are none.
    mutating func put<E: Error>(_ field: Int, nested body: (inout RecordWriter) throws(E) -> Void) throws(E) {
        var inner = RecordWriter()
        try body(&inner)
        bytes.append(variable: UInt64(field) << 1 | 1)
        bytes.append(variable: UInt64(inner.bytes.count))
        bytes.append(contentsOf: inner.bytes)
    }
}

extension [UInt8] {
    /// Appends a variable-length number: groups of seven bits, the lowest first, with the high bit set in all but the last.
    mutating func append(variable number: UInt64) {
        var rest = number
        while rest >= 0x80 {
            append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        append(UInt8(rest))
    }
}

/// Reads the output of ``RecordWriter``. Never reads past its bytes, whatever they are.
///
/// Does not own the bytes, which must outlive it: a window of the Track reads thousands of records, and slices of arrays would
/// be counted for each field.
struct RecordReader {
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
        var nested: RecordReader {
            if case .bytes(let bytes) = self {
                RecordReader(bytes)
            } else {
                RecordReader(UnsafeBufferPointer(start: nil, count: 0))
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
            throw DamagedContent("a field that is longer than its record")
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
