import WebText

/// Attributes of an outline that Fiber does not use. They are stored as `NAME=VALUE` and exported again for the
/// programs that know them. For a namespaced attribute, the declaration of its prefix (`xmlns:PREFIX=…`) is stored as
/// well.
enum OutlineAttributes {
    /// The maximum number of attributes and their maximum length.
    private static let bounds = (count: 32, length: 4096)
    /// The attributes that Fiber reads and writes itself.
    private static let knownNames: Set<String> = [
        "text", "title", "type", "xmlurl", "htmlurl", "url", "category", "iscomment", "xmlns",
    ]

    /// The namespaces of XML itself.
    private static let reserved = ["http://www.w3.org/XML/1998/namespace", "http://www.w3.org/2000/xmlns/"]

    /// Returns the attributes of an outline to store, in order.
    static func preserved(of attributes: XMLAttributes) -> [String] {
        var found: [String] = []
        attributes.forEach { name, prefix, namespace, value in
            guard value.count <= bounds.length, found.count < bounds.count else { return }
            let text = "\(String(cString: name))=\(TextSanitizer.line(value))"
            guard let prefix else { return found.append(text) }
            let short = String(cString: prefix)
            if let namespace, short != "xml" {
                let declaration = "xmlns:\(short)=\(String(cString: namespace))"
                if !found.contains(declaration) { found.append(declaration) }
            }
            found.append("\(short):\(text)")
        }
        return writable(found).map { "\($0.name)=\($0.value)" }
    }

    /// Returns the distinct valid ones of `attributes` as names and values. The stored list may have been edited by
    /// hand.
    static func writable(_ attributes: [String]) -> [(name: String, value: String)] {
        let pairs = attributes.prefix(bounds.count).map(Pair.init).filter { isName($0.name) }
        var namespaces = ["xml": reserved[0], "": ""]
        for pair in pairs where pair.prefix == "xmlns" && isNamespace(pair.value) && namespaces[pair.local] == nil {
            namespaces[pair.local] = pair.value
        }
        var taken: Set<[String]> = []
        let others = pairs.filter { pair in
            guard let namespace = namespaces[pair.prefix],
                !namespace.isEmpty || !knownNames.contains(pair.local.lowercased())
            else { return pair.prefix == "xmlns" }
            return taken.insert([namespace, pair.local]).inserted
        }
        let used = Set(others.map(\.prefix))
        return
            others.filter { pair in
                pair.prefix != "xmlns"
                    || used.contains(pair.local) && namespaces[pair.local] == pair.value
                        && taken.insert([pair.name]).inserted
            }
            .map { ($0.name, $0.value) }
    }

    private struct Pair {
        let name: String
        let value: String
        /// The prefix of the name, or empty.
        let prefix: String
        let local: String

        init(_ text: String) {
            // By scalars: a sign followed by a combining accent is another character.
            let scalars = text.unicodeScalars
            let end = scalars.firstIndex(of: "=") ?? scalars.endIndex
            name = String(scalars[..<end])
            value = TextSanitizer.line(String(scalars[end...].dropFirst()))
            let parts = name.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            (prefix, local) = parts.count == 2 ? (parts[0], parts[1]) : ("", name)
        }
    }

    /// Returns true if `text` is a valid attribute name with at most one prefix. Only ASCII letters are accepted,
    /// which is enough for existing attributes.
    private static func isName(_ text: String) -> Bool {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard (1...2).contains(parts.count), parts.last != "xmlns", parts.last != "xml" else { return false }
        return parts.allSatisfy { part in
            guard let first = part.utf8.first, first.isASCIILetter || first == .underscore else { return false }
            return part.utf8.allSatisfy { $0.isASCIILetter || $0.isASCIIDigit || "-._".utf8.contains($0) }
        }
    }

    /// Returns true if `text` is a plausible namespace URI; others cause warnings in XML parsers.
    private static func isNamespace(_ text: String) -> Bool {
        guard let scheme = WebAddress.scheme(of: text), !reserved.contains(text) else { return false }
        let rest = text.dropFirst(scheme.count + 1)
        let isSite = rest.hasPrefix("//")
        return !rest.isEmpty
            && rest.utf8.allSatisfy { byte in
                byte.isASCIILetter || byte.isASCIIDigit || "-./_~".utf8.contains(byte)
                    || byte == .colon && !isSite || byte == .numberSign && isSite
            }
            && rest.count { $0 == "#" } <= 1
    }
}
