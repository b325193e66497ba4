/// Reads newsboat's file `urls`: an address a line, with tags behind it, in quotes where they hold spaces. A tag that
/// begins with `~` is the title, one that begins with `!` hides the feed from newsboat's own list, which has no counterpart
/// here; `exec:` and `filter:` are commands; a query feed that asks for tags is a topic.
/// <https://newsboat.org/releases/2.30.1/docs/newsboat.html#_adding_rss_feeds>
public enum NewsboatList {
    /// Reads the file's text.
    public static func read(_ text: String) -> SubscriptionList {
        var list = SubscriptionList()
        var queries: [Query] = []
        var hidden: [String] = []
        for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
            let words = words(of: line)
            guard let first = words.first, !first.hasPrefix("#"), first != "---" else { continue }
            if first.hasPrefix("query:") {
                queries.append(Query(first, line: index + 1))
            } else if let address = address(first).flatMap({ CommandAddress.address(in: $0) ?? TextSanitizer.line($0) })
            {
                let tags = words.dropFirst().map(TextSanitizer.line).filter { !$0.isEmpty }
                if tags.contains(where: { $0.hasPrefix("!") }) { hidden.append("\(index + 1)") }
                list.add(
                    Subscription(
                        address: address,
                        // A name that only repeats the address is none, as in OPML.
                        name: name(in: tags).flatMap { $0 == TextSanitizer.line(address) ? nil : $0 },
                        topics: tags.filter { !$0.hasPrefix("~") && !$0.hasPrefix("!") }))
            } else {
                list.remarks.append("line \(index + 1): “\(TextSanitizer.line(first))” is no address and was left out.")
            }
        }
        for query in queries {
            if let tags = query.tags {
                list.add(topic: query.name, toThoseWithAnyOf: tags)
            } else {
                list.remarks.append(
                    "line \(query.line): the query feed “\(query.name)” asks for more than tags and was left out: "
                        + query.expression)
            }
        }
        if !hidden.isEmpty {
            list.notes.append(
                "line \(hidden.joined(separator: ", ")): newsboat hides what has a tag that begins with “!”. Here it stands in "
                    + "the timeline as all else does; `fiber rules` hides tickets.")
        }
        return list
    }

    /// The title among the tags.
    private static func name(in tags: [String]) -> String? {
        tags.lazy.filter { $0.hasPrefix("~") }.map { TextSanitizer.line(String($0.dropFirst())) }.first { !$0.isEmpty }
    }

    /// The words of a line, as newsboat cuts them: by white space, with double quotes around what holds some.
    private static func words(of line: Substring) -> [String] {
        var words: [String] = []
        var rest = line
        while let start = rest.firstIndex(where: { !$0.isWhitespace }) {
            rest = rest[start...]
            var word = ""
            if rest.first == "\"" {
                rest.removeFirst()
                while let character = rest.popFirst(), character != "\"" {
                    if character == "\\", let escaped = rest.popFirst() {
                        word.append(escaped)
                    } else {
                        word.append(character)
                    }
                }
            } else {
                word = String(rest.prefix { !$0.isWhitespace })
                rest = rest.dropFirst(word.count)
            }
            words.append(word)
        }
        return words
    }

    /// An address as Fiber writes it; nil for what is none. newsboat hands commands to a shell, Fiber does not: one that
    /// needs a shell names it.
    private static func address(_ word: String) -> String? {
        if word.hasPrefix("exec:") {
            let command = String(word.dropFirst("exec:".count))
            let rest = command.hasPrefix("~/") ? command.dropFirst(2) : command[...]
            guard rest.contains(where: { "|&;<>()$`*?[#~".contains($0) }) else { return "exec:\(command)" }
            let quoted = command.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
            return "exec:sh -c \"\(quoted)\""
        }
        if word.hasPrefix("filter:") { return word }
        return WebAddress.isAbsolute(word) ? word : nil
    }
}

/// A feed that newsboat makes of others.
private struct Query {
    let name: String
    let expression: String
    let line: Int

    /// Reads `query:NAME:EXPRESSION`.
    init(_ word: String, line: Int) {
        let parts = word.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
        name = TextSanitizer.line(parts.count > 1 ? String(parts[1]) : "")
        expression = TextSanitizer.line(parts.count > 2 ? String(parts[2]) : "")
        self.line = line
    }

    /// The tags any of which the query asks for; nil where it asks for anything else.
    var tags: Set<String>? {
        guard !name.isEmpty else { return nil }
        var tags: Set<String> = []
        for part in expression.split(separator: " or ") {
            let words = part.trimmingBrackets.split(separator: "\"", omittingEmptySubsequences: false)
            guard words.count == 3, words[0].split(separator: " ") == ["tags", "#"], words[2].allSatisfy(\.isWhitespace)
            else { return nil }
            tags.insert(String(words[1]))
        }
        return tags.isEmpty ? nil : tags
    }
}

extension Substring {
    /// Without white space and brackets at both ends.
    fileprivate var trimmingBrackets: Substring {
        var text = self
        while let first = text.first, first.isWhitespace || first == "(" { text.removeFirst() }
        while let last = text.last, last.isWhitespace || last == ")" { text.removeLast() }
        return text
    }
}
