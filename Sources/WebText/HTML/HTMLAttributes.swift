/// The attributes of an HTML tag, by the ranges of their bytes in the document. Valid as long as the document's memory.
package struct HTMLAttributes {
    package struct Attribute {
        /// The range of its name.
        package var name: Range<Int>
        /// The range of its value without quotes, or `nil` if it has none.
        package var value: Range<Int>?
    }

    private let bytes: UnsafeBufferPointer<UInt8>
    /// All attributes in order; of several with one name, the first counts.
    package private(set) var all: [Attribute] = []
    /// The names' marks: most tags have none of the names that are asked for.
    private var marks: UInt64 = 0

    init(bytes: UnsafeBufferPointer<UInt8>) {
        self.bytes = bytes
    }

    /// Returns the value with its references resolved, on one line, or `nil` if there is no such attribute or it has no
    /// value.
    package func value(_ name: StaticString) -> String? {
        guard let range = first(name)?.value else { return nil }
        return CharacterReference.resolvedLine(of: UnsafeBufferPointer(rebasing: bytes[range]), endingAt: .wordEnd)
    }

    /// Returns the value as a whole number, or `nil` if it is none.
    package func number(_ name: StaticString) -> Int? {
        value(name).flatMap { Int($0) }
    }

    /// Returns the value as written if it has no references, or `nil`: of many attributes only few values matter, and making
    /// a string of each takes longer than a look at its bytes.
    package func plainBytes(_ name: StaticString) -> UnsafeBufferPointer<UInt8>? {
        guard let range = first(name)?.value else { return nil }
        let value = UnsafeBufferPointer(rebasing: bytes[range])
        return value.contains(.ampersand) ? nil : value
    }

    /// Returns true if the attribute exists, with or without a value.
    package func has(_ name: StaticString) -> Bool {
        first(name) != nil
    }

    var last: Attribute? { all.last }

    mutating func append(_ name: Range<Int>, _ value: Range<Int>?) {
        all.append(Attribute(name: name, value: value))
        marks |= Self.mark(bytes[name.lowerBound], name.count)
    }

    mutating func removeAll() {
        guard !all.isEmpty else { return }
        all.removeAll(keepingCapacity: true)
        marks = 0
    }

    /// Returns the mark of a name: one of 64.
    private static func mark(_ first: UInt8, _ count: Int) -> UInt64 {
        1 << ((UInt64(first.lowercasedASCII) &* 5 &+ UInt64(truncatingIfNeeded: count)) & 63)
    }

    private func first(_ name: StaticString) -> Attribute? {
        guard marks & Self.mark(name.utf8Start[0], name.utf8CodeUnitCount) != 0 else { return nil }
        return all.first { bytes.isName($0.name, name) }
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// Returns true if the bytes in `range` are `name`, whatever their case. `name` must be in lower case.
    @inlinable package func isName(_ range: Range<Int>, _ name: StaticString) -> Bool {
        guard range.count == name.utf8CodeUnitCount else { return false }
        for offset in 0..<range.count
        where self[range.lowerBound + offset].lowercasedASCII != name.utf8Start[offset] {
            return false
        }
        return true
    }
}
