/// The header field `Link` (RFC 8288).
package struct LinkField {
    /// A link with its target and relations.
    package struct Link: Hashable {
        /// The target as written.
        package var target: String
        /// The relations in lower case.
        package var relations: [String]
    }

    /// The links of the document itself, in order. Parsing stops at the first syntax error.
    package let links: [Link]

    package init(_ text: String) {
        var rest = Array(text.utf8)[...]
        var links: [Link] = []
        while let link = Self.next(in: &rest) {
            // A link with an anchor belongs to another resource.
            if !link.hasAnchor { links.append(Link(target: link.target, relations: link.relations)) }
        }
        self.links = links
    }

    /// Returns the target of the first link with this relation.
    package func target(of relation: String) -> String? {
        links.first { $0.relations.contains(relation) }?.target
    }

    private static func next(
        in rest: inout ArraySlice<UInt8>
    ) -> (target: String, relations: [String], hasAnchor: Bool)? {
        rest = rest.drop { $0 == .comma || $0.isASCIIWhitespace }
        guard rest.popFirst() == .lessThan, let end = rest.firstIndex(of: .greaterThan) else { return nil }
        let target = String(decoding: rest[..<end], as: UTF8.self)
        rest = rest[(end + 1)...]
        var relations: [String]?
        var hasAnchor = false
        while let (name, value) = parameter(in: &rest) {
            // Only the first `rel` parameter counts (RFC 8288 §3.3).
            if name == "rel" { relations = relations ?? value.lowercased().split(separator: " ").map(String.init) }
            if name == "anchor" { hasAnchor = true }
        }
        return (target, relations ?? [], hasAnchor)
    }

    /// Returns the next parameter of a link, or `nil` at its end.
    private static func parameter(in rest: inout ArraySlice<UInt8>) -> (name: String, value: String)? {
        rest = rest.drop(while: \.isASCIIWhitespace)
        guard rest.first == .semicolon else { return nil }
        rest = rest.drop { $0 == .semicolon || $0.isASCIIWhitespace }
        let name = rest.prefix { !$0.isASCIIWhitespace && !"=;,".utf8.contains($0) }
        rest = rest[name.endIndex...].drop(while: \.isASCIIWhitespace)
        let key = String(decoding: name, as: UTF8.self).lowercased()
        guard rest.first == .equalsSign else { return (key, "") }
        rest = rest.dropFirst().drop(while: \.isASCIIWhitespace)
        guard rest.first == .quotationMark else {
            let value = rest.prefix { !$0.isASCIIWhitespace && $0 != .semicolon && $0 != .comma }
            rest = rest[value.endIndex...]
            return (key, String(decoding: value, as: UTF8.self))
        }
        rest.removeFirst()
        var value: [UInt8] = []
        while let byte = rest.popFirst(), byte != .quotationMark {
            if byte == .backslash, let escaped = rest.popFirst() { value.append(escaped) } else { value.append(byte) }
        }
        return (key, String(decoding: value, as: UTF8.self))
    }
}
