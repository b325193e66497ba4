import WebText

/// Reads newsboat's file `urls`: an address a line, with tags behind it, in quotes where they hold spaces. A tag that
/// begins with `~` is the title, one that begins with `!` hides the feed from newsboat's own list, which has no counterpart
/// here; `exec:` and `filter:` are commands; a query feed is a topic: one that asks for feeds alone is theirs, for any other see
/// ``QueryFeed``.
/// <https://newsboat.org/releases/2.30.1/docs/newsboat.html#_adding_rss_feeds>
public enum NewsboatList {
    /// Reads the file's text.
    public static func read(_ text: String) -> SubscriptionList {
        var list = SubscriptionList()
        var queries: [QueryFeed] = []
        var hidden: [String] = []
        for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
            let words = words(of: line)
            guard let first = words.first, first != "---" else { continue }
            if first.hasPrefix("query:") {
                do {
                    queries.append(try QueryFeed(first, line: index + 1))
                } catch {
                    list.remarks.append(
                        "line \(index + 1): the query feed “\(TextSanitizer.line(first))” cannot be read and was left out: "
                            + "\(error).")
                }
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
        list.take(queries)
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

    /// The words of a line, as newsboat cuts them: by white space, with double quotes around what holds some, and up to where
    /// one begins with `#`, which is a remark.
    private static func words(of line: Substring) -> [String] {
        var words: [String] = []
        var rest = line
        while let start = rest.firstIndex(where: { !$0.isWhitespace }), rest[start] != "#" {
            rest = rest[start...]
            var word = ""
            if rest.first == "\"" {
                rest.removeFirst()
                while let character = rest.popFirst(), character != "\"" {
                    if character == "\\", let escaped = rest.popFirst() {
                        word += meaning(ofEscaped: escaped)
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

    /// What a character stands for behind a backslash within quotes.
    private static func meaning(ofEscaped character: Character) -> String {
        switch character {
        case "n": "\n"
        case "r": "\r"
        case "t": "\t"
        case "`": "\\`"
        default: String(character)
        }
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

/// A feed that newsboat makes of others: the articles of all feeds of which an expression holds.
public struct QueryFeed: Hashable, Sendable {
    /// Its name.
    public let name: String
    /// What it asks for.
    public let filter: NewsboatFilter
    /// The same, as it is written.
    public let expression: String
    /// Where it stands in the file, counted from 1.
    public let line: Int

    /// Reads `query:NAME:EXPRESSION`.
    package init(_ word: String, line: Int) throws(NewsboatFilter.Problem) {
        let parts = word.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
        name = TextSanitizer.line(parts.count > 1 ? String(parts[1]) : "")
        expression = TextSanitizer.line(parts.count > 2 ? String(parts[2]) : "")
        guard !name.isEmpty else { throw NewsboatFilter.Problem(description: "it has no name") }
        filter = try NewsboatFilter(parsing: expression)
        self.line = line
    }
}
