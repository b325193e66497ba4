import CByteScan
import WebText

/// Writes JSON on one line, with keys in the given order.
package struct JSONLine: ~Copyable, Sendable {
    private var output: ByteArena
    private var needsComma = false
    private let escapesDelete: Bool

    /// The output in UTF-8, as a copy.
    package var bytes: [UInt8] { Array(output.bytes()) }

    /// Passes the output in UTF-8 to `body`.
    package func withBytes<Failure>(_ body: (UnsafeBufferPointer<UInt8>) throws(Failure) -> Void) throws(Failure) {
        try body(output.bytes())
    }

    /// The number of bytes of the output.
    package var count: Int { output.count }

    /// The output.
    package var text: String { String(decoding: bytes, as: UTF8.self) }

    /// Creates an empty line with room for `capacity` bytes.
    ///
    /// - Parameter escapesDelete: True to escape U+007F, which JSON allows and terminals interpret.
    package init(escapesDelete: Bool = true, capacity: Int = 0) {
        self.escapesDelete = escapesDelete
        output = ByteArena(capacity: capacity)
    }

    /// Ends the line; another one can follow.
    package mutating func endLine() {
        output.append(.lineFeed)
        needsComma = false
    }

    /// Removes what was written after `count` bytes, which must be whole lines.
    package mutating func removeLine(from count: Int) {
        output.truncate(to: count)
        needsComma = false
    }

    /// Clears the output but keeps its memory.
    package mutating func begin() {
        output.truncate(to: 0)
    }

    /// Writes an object whose members `body` writes.
    package mutating func object<Failure>(_ body: (inout JSONLine) throws(Failure) -> Void) throws(Failure) {
        beginObject()
        try body(&self)
        endObject()
    }

    /// Writes a string member, or null.
    package mutating func member(_ name: String, _ value: String?) {
        key(name)
        if let value { string(value) } else { null() }
    }

    /// Writes a number member, or null.
    package mutating func member(_ name: String, _ value: Int64?) {
        key(name)
        if let value { number(value) } else { null() }
    }

    /// Writes an object member whose members `body` writes.
    package mutating func member(_ name: String, _ body: (inout JSONLine) -> Void) {
        key(name)
        object(body)
    }

    /// Writes an array member whose elements `body` writes.
    package mutating func array<Element, Failure>(
        _ name: String, _ elements: [Element], _ body: (inout JSONLine, Element) throws(Failure) -> Void
    ) throws(Failure) {
        key(name)
        try array(elements, body)
    }

    /// Writes an array whose elements `body` writes.
    package mutating func array<Element, Failure>(
        _ elements: [Element], _ body: (inout JSONLine, Element) throws(Failure) -> Void
    ) throws(Failure) {
        beginArray()
        for element in elements { try body(&self, element) }
        endArray()
    }

    /// Writes a number.
    package mutating func number(_ value: Int64) {
        literal(String(value))
    }

    /// Writes JSON as it is, such as `true`.
    package mutating func literal(_ json: String) {
        var json = json
        json.withUTF8 { write($0) }
    }

    /// Writes JSON in UTF-8 as it is.
    package mutating func raw(_ json: [UInt8]) {
        json.withUnsafeBufferPointer { write($0) }
    }

    /// Writes null.
    package mutating func null() {
        write("null")
    }

    /// Writes true or false.
    package mutating func bool(_ value: Bool) {
        write(value ? "true" : "false")
    }

    /// Writes a string.
    package mutating func string(_ value: String) {
        var value = value
        value.withUTF8 { quote($0) }
    }

    /// Writes a string of two texts with a byte between them that needs no escape.
    package mutating func string(_ first: String, _ separator: UInt8, _ second: String) {
        separate()
        output.append(.quotationMark)
        var (first, second) = (first, second)
        first.withUTF8 { escape($0) }
        output.append(separator)
        second.withUTF8 { escape($0) }
        output.append(.quotationMark)
        needsComma = true
    }

    /// Writes a string of UTF-8.
    package mutating func string(_ text: [UInt8]) {
        text.withUnsafeBufferPointer { quote($0) }
    }

    /// Writes the name of a member, whose value comes next.
    package mutating func key(_ name: String) {
        string(name)
        output.append(.colon)
        needsComma = false
    }

    /// Writes the name of a member that needs no escapes, whose value comes next.
    package mutating func plainKey(_ name: StaticString) {
        output.appendKey(name, behindComma: needsComma)
        needsComma = false
    }

    /// Begins an object, whose members are written next.
    package mutating func beginObject() {
        open(.leftBrace)
    }

    package mutating func endObject() {
        close(.rightBrace)
    }

    /// Begins an array, whose elements are written next.
    package mutating func beginArray() {
        open(.leftBracket)
    }

    package mutating func endArray() {
        close(.rightBracket)
    }

    private mutating func open(_ bracket: UInt8) {
        separate()
        output.append(bracket)
    }

    private mutating func close(_ bracket: UInt8) {
        output.append(bracket)
        needsComma = true
    }

    private mutating func write(_ json: StaticString) {
        write(UnsafeBufferPointer(start: json.utf8Start, count: json.utf8CodeUnitCount))
    }

    private mutating func write(_ json: UnsafeBufferPointer<UInt8>) {
        separate()
        output.append(json)
        needsComma = true
    }

    @inline(__always)
    private mutating func separate() {
        if needsComma { output.append(.comma) }
        needsComma = false
    }

    private mutating func quote(_ text: UnsafeBufferPointer<UInt8>) {
        output.reserve(text.count + 3)
        separate()
        output.append(.quotationMark)
        escape(text)
        output.append(.quotationMark)
        needsComma = true
    }

    private mutating func escape(_ text: UnsafeBufferPointer<UInt8>) {
        guard let start = text.baseAddress else { return }
        // In parts, since there must be room for six times as many bytes.
        for index in stride(from: 0, to: text.count, by: Self.part) {
            let count = min(Self.part, text.count - index)
            output.append(atMost: 6 * count + 32) { copy_json($0, start + index, count, escapesDelete) }
        }
    }

    /// The number of bytes that are escaped at a time.
    private static let part = 4096
}
