import EngineConcepts
import WebText

/// The places within a text that its own links lead to, such as footnotes and headings.
enum Anchors {
    /// Returns the name of the place at an element with these attributes, or `nil` if it has none.
    static func name(of element: String, _ attributes: HTMLAttributes) -> String? {
        let name = attributes.value("id") ?? (element == "a" ? attributes.value("name") : nil)
        return name?.nonEmpty
    }

    /// Returns the name of the place that an address within the page at `base` means, or `nil` for other addresses.
    static func fragment(of address: String?, base: String?) -> String? {
        guard let address, let mark = address.utf8.firstIndex(of: .numberSign) else { return nil }
        let name = address[address.index(after: mark)...]
        guard !name.isEmpty else { return nil }
        let page = address[..<mark].drop { $0 == " " }
        // Many programs write the complete address of the page.
        guard page.isEmpty || WebAddress.resolve(String(page), base: base).map(samePage) == base.map(samePage) else {
            return nil
        }
        return String(name)
    }

    /// Returns the blocks with the anchors that jumps lead to. Jumps to missing places become links to the page.
    static func settled(in blocks: [StyledText.Block], base: String?) -> [StyledText.Block] {
        var wanted: Set<String> = []
        var places: Set<String> = []
        for entity in blocks.lazy.flatMap(\.entities) {
            guard let target = entity.target else { continue }
            if entity.kind == .jump { wanted.formUnion([target, decoded(target)]) }
            if entity.kind == .anchor { places.insert(target) }
        }
        return blocks.map { block in
            guard block.entities.contains(where: { $0.kind == .jump || $0.kind == .anchor }) else { return block }
            var block = block
            block.entities = block.entities.compactMap { entity in
                guard let target = entity.target else { return entity }
                switch entity.kind {
                case .anchor: return wanted.contains(target) ? entity : nil
                case .jump:
                    if places.contains(target) { return entity }
                    let name = decoded(target)
                    if places.contains(name) { return StyledText.Entity(.jump, entity.range, target: name) }
                    return WebAddress.resolve("#" + target, base: base)
                        .map { StyledText.Entity(.link, entity.range, target: $0) }
                default: return entity
                }
            }
            return block
        }
    }

    /// Returns a fragment with its percent-encoded bytes resolved.
    private static func decoded(_ fragment: String) -> String {
        fragment.utf8.contains(.percentSign) ? PercentCoding.decoded(fragment[...]) : fragment
    }

    private static func samePage(_ address: String) -> Substring {
        address.prefix { $0 != "#" }
    }
}
