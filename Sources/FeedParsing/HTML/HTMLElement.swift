import WebText

struct HTMLElement: Sendable {
    /// The name in lower case.
    let name: String
    /// The effect on the elements around it.
    let roles: HTMLRoles
    /// The effect on the text.
    let tag: HTMLTag

    /// The known elements. The last names have no effect, but occur often.
    static let table = HTMLElementTable(
        Set(HTMLRoles.byName.keys).union(HTMLTag.byName.keys)
            .union(["span", "small", "big", "font", "abbr", "acronym", "time", "bdi", "bdo", "nobr", "label"])
            .map { HTMLElement(name: $0, roles: HTMLRoles.byName[$0] ?? [], tag: HTMLTag.byName[$0] ?? .transparent) })
}

extension HTMLElement {
    /// Finds the element whose name is at `range`. Makes no string for the elements of HTML, which are nearly all.
    init(_ range: Range<Int>, in tokenizer: HTMLTokenizer) {
        let name = UnsafeBufferPointer(rebasing: tokenizer.bytes[range])
        let table = Self.table
        self =
            table.number(of: name).map { table.elements[$0] }
            ?? HTMLElement(name: tokenizer.name(range), roles: [], tag: .transparent)
    }
}

/// Elements, found by the bytes of their names.
struct HTMLElementTable: Sendable {
    private static let slotCount = 512

    /// The elements by their numbers.
    let elements: [HTMLElement]
    private var slots = [(key: Key, number: Int)?](repeating: nil, count: slotCount)

    init(_ elements: [HTMLElement]) {
        self.elements = elements
        for (number, element) in elements.enumerated() {
            guard let key = Array(element.name.utf8).withUnsafeBufferPointer({ Key($0) }) else { continue }
            var slot = key.slot
            while slots[slot] != nil { slot = (slot + 1) & (Self.slotCount - 1) }
            slots[slot] = (key, number)
        }
    }

    /// Returns the number of the element with this name, whatever its case, or `nil` if it is none of these.
    func number(of name: UnsafeBufferPointer<UInt8>) -> Int? {
        guard let key = Key(name) else { return nil }
        var slot = key.slot
        while let entry = slots[slot] {
            if entry.key == key { return entry.number }
            slot = (slot + 1) & (Self.slotCount - 1)
        }
        return nil
    }

    /// A name of up to sixteen bytes as two numbers.
    private struct Key: Equatable, Sendable {
        private var first: UInt64 = 0
        private var second: UInt64 = 0

        init?(_ name: UnsafeBufferPointer<UInt8>) {
            guard name.count <= 16 else { return nil }
            for byte in name {
                second = second << 8 | first >> 56
                first = first << 8 | UInt64(byte.lowercasedASCII)
            }
        }

        var slot: Int {
            Int(truncatingIfNeeded: ((first ^ second &* 31) &* 0x9e37_79b9_7f4a_7c15) >> 55)
        }
    }
}
