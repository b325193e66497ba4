/// Writes numbered fields: a key (`number * 2`, plus 1 for bytes), then a variable-length number or a length and bytes.
/// Absent fields take no room; readers skip unknown ones.
struct FieldWriter {
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
    mutating func put<E: Error>(_ field: Int, nested body: (inout FieldWriter) throws(E) -> Void) throws(E) {
        var inner = FieldWriter()
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
