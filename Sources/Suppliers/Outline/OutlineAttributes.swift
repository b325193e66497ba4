/// Attributes of an outline that say nothing to Fiber, as other programs write them beside those of OPML: kept for the readers
/// that understand them, each as `NAME=VALUE`. Of one in a namespace, the declaration of its prefix stands among them
/// (`xmlns:PREFIX=…`), so that they mean the same wherever they are written.
enum OutlineAttributes {
    /// More are not kept, and none that is longer.
    private static let bounds = (count: 32, length: 4096)
    /// What Fiber reads and writes itself.
    private static let known: Set<String> = [
        "text", "title", "type", "xmlurl", "htmlurl", "url", "category", "iscomment", "xmlns",
    ]

    /// The attributes of an outline that are kept, in its order.
    static func kept(of attributes: XMLAttributes) -> [String] {
        var kept: [String] = []
        attributes.forEach { name, prefix, namespace, value in
            let local = String(cString: name)
            guard value.count <= bounds.length, kept.count < bounds.count else { return }
            let line = TextSanitizer.line(value)
            guard let prefix else {
                if !known.contains(local.lowercased()) { kept.append("\(local)=\(line)") }
                return
            }
            let short = String(cString: prefix)
            let declaration = namespace.map { "xmlns:\(short)=\(TextSanitizer.line(String(cString: $0)))" }
            guard short == "xml" || declaration != nil else { return }
            if short != "xml", let declaration, !kept.contains(declaration) { kept.append(declaration) }
            kept.append("\(short):\(local)=\(line)")
        }
        return kept
    }

    /// Those of `attributes` that can stand in a document, each once, as names and values: who edits them by hand may be
    /// mistaken.
    static func writable(_ attributes: [String]) -> [(name: String, value: String)] {
        var names: Set<String> = []
        let pairs = attributes.prefix(bounds.count)
            .map { text in
                let name = text.prefix { $0 != "=" }
                return (name: String(name), value: String(text.dropFirst(name.count + 1)))
            }
            .filter { isName($0.name) && !known.contains($0.name.lowercased()) && names.insert($0.name).inserted }
        return pairs.filter { pair in
            let prefix = pair.name.split(separator: ":").first.map(String.init) ?? ""
            if prefix == "xmlns" { return !pair.value.isEmpty }
            return !pair.name.contains(":") || prefix == "xml"
                || pairs.contains { $0.name == "xmlns:\(prefix)" && !$0.value.isEmpty }
        }
    }

    /// Whether `text` can be the name of an attribute, with one prefix at most: the letters of ASCII are enough for those that
    /// there are.
    private static func isName(_ text: String) -> Bool {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard (1...2).contains(parts.count), parts.last != "xmlns", parts.last != "xml" else { return false }
        return parts.allSatisfy { part in
            guard let first = part.utf8.first, first.isASCIILetter || first == 0x5f else { return false }
            return part.utf8.allSatisfy { $0.isASCIILetter || $0.isASCIIDigit || [0x2d, 0x2e, 0x5f].contains($0) }
        }
    }
}
