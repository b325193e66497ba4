import WebText

/// Writes child elements (mainly Atom's XHTML) as HTML, so that they are stored and rendered like any other HTML.
struct MarkupWriter {
    /// The bases set by elements in the markup, with the depth of each element; the innermost last.
    private var bases: [(depth: Int, base: String)] = []

    /// Writes a start tag. Addresses stay as they are if they are relative to `base`, which applies to the whole
    /// markup. If an element has another base (`xml:base`), they are made absolute, since HTML has no such attribute.
    mutating func start(_ tag: XMLStartTag, depth: Int, base: String?, into arena: inout ByteArena) {
        if tag.attributes.count > 0, let own = tag.attributes.value(prefix: "xml", "base"),
            let resolved = WebAddress.resolve(own, base: bases.last?.base ?? base)
        {
            bases.append((depth, resolved))
        }
        arena.append(.lessThan)
        arena.append(Self.bytes(tag.name.local))
        let inner = bases.last?.base
        tag.attributes.forEach { name, prefix, _, value in
            guard prefix == nil else { return }
            arena.append(.space)
            arena.append(Self.bytes(name))
            arena.append("=\"")
            if let inner, Self.addresses.contains(where: { $0.isEqual(to: name) }),
                let address = WebAddress.resolve(String(decoding: value, as: UTF8.self), base: inner)
            {
                var address = address
                address.withUTF8 { Self.escape($0, into: &arena) }
            } else {
                Self.escape(value, into: &arena)
            }
            arena.append(.quotationMark)
        }
        arena.append(.greaterThan)
    }

    /// Writes an end tag if HTML has one for the element.
    mutating func end(_ local: UnsafePointer<UInt8>, depth: Int, into arena: inout ByteArena) {
        if let last = bases.last, last.depth >= depth { bases.removeLast() }
        guard !Self.voids.contains(where: { $0.isEqual(to: local) }) else { return }
        arena.append("</")
        arena.append(Self.bytes(local))
        arena.append(.greaterThan)
    }

    /// Writes text, escaped.
    static func escape(_ bytes: UnsafeBufferPointer<UInt8>, into arena: inout ByteArena) {
        for byte in bytes {
            switch byte {
            case .ampersand: arena.append("&amp;")
            case .lessThan: arena.append("&lt;")
            case .greaterThan: arena.append("&gt;")
            case .quotationMark: arena.append("&quot;")
            default: arena.append(byte)
            }
        }
    }

    private static func bytes(_ text: UnsafePointer<UInt8>) -> UnsafeBufferPointer<UInt8> {
        var count = 0
        while text[count] != 0 { count += 1 }
        return UnsafeBufferPointer(start: text, count: count)
    }

    /// Attributes that hold an address.
    private static let addresses: [StaticString] = ["href", "src", "data", "poster", "cite", "longdesc"]
    /// Void elements (HTML Standard §13.1.2).
    private static let voids: [StaticString] = [
        "br", "img", "hr", "input", "wbr", "source", "area", "col", "embed", "meta", "link", "track",
    ]
}
