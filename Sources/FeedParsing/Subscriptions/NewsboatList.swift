import EngineConcepts
import WebText

/// Parses newsboat's file `urls`: one address per line, followed by tags, in quotes if they contain spaces. A tag
/// that begins with `~` is the title; one that begins with `!` hides the feed in newsboat, which is not supported
/// here; `exec:` and `filter:` are commands. A query feed about feeds alone becomes a topic of those feeds; for any
/// other see ``QueryFeed``. <https://newsboat.org/releases/2.30.1/docs/newsboat.html#_adding_rss_feeds>
public enum NewsboatList {
    /// Parses the text of the file.
    public static func read(_ text: String) -> SubscriptionList {
        var list = SubscriptionList()
        var queries: [QueryFeed] = []
        var hidden: [Int] = []
        let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        for (number, line) in zip(1..., lines) {
            let (words, endsInQuotes) = words(of: line)
            if endsInQuotes { list.notes.append(Message("listQuoteOpen", ["line": .number(number)])) }
            guard let first = words.first, first != "---" else { continue }
            if first.hasPrefix("query:") {
                do {
                    queries.append(try QueryFeed(first, line: number))
                } catch {
                    list.warnings.append(
                        Message(
                            "queryFeedUnreadable",
                            [
                                "line": .number(number), "feed": .text(TextSanitizer.line(first)),
                                "reason": .message(error.message),
                            ]))
                }
            } else if let address = address(first).flatMap({ CommandAddress.address(in: $0) ?? TextSanitizer.line($0) })
            {
                let tags = words.dropFirst().map(TextSanitizer.line).filter { !$0.isEmpty }
                if tags.contains(where: { $0.hasPrefix("!") }) { hidden.append(number) }
                list.add(subscription(at: address, tags), line: number)
            } else {
                list.warnings.append(
                    Message(
                        "listAddressInvalid",
                        ["line": .number(number), "address": .text(TextSanitizer.line(String(line)))]))
            }
        }
        list.add(queries)
        if !hidden.isEmpty {
            list.notes.append(
                Message("newsboatHides", ["lines": .list(hidden.map { .number($0) }), "count": .number(hidden.count)]))
        }
        return list
    }

    private static func subscription(at address: String, _ tags: [String]) -> Subscription {
        Subscription(
            address: address,
            // A name that only repeats the address is ignored, as in OPML.
            name: name(in: tags).flatMap { $0 == TextSanitizer.line(address) ? nil : $0 },
            topics: tags.filter { !$0.hasPrefix("~") && !$0.hasPrefix("!") })
    }

    private static func name(in tags: [String]) -> String? {
        tags.lazy.filter { $0.hasPrefix("~") }.map { TextSanitizer.line(String($0.dropFirst())) }.first { !$0.isEmpty }
    }

    /// Splits a line like newsboat: at white space, with double quotes around words with spaces, up to a comment that
    /// begins with `#`. Quotes that are not closed reach to the end.
    private static func words(of line: Substring) -> (words: [String], endsInQuotes: Bool) {
        var words: [String] = []
        var endsInQuotes = false
        var rest = line
        while let start = rest.firstIndex(where: { !$0.isWhitespace }), rest[start] != "#" {
            rest = rest[start...]
            if rest.first == "\"" {
                let (word, isClosed) = quotedWord(in: &rest)
                words.append(word)
                endsInQuotes = !isClosed
            } else {
                let word = rest.prefix { !$0.isWhitespace }
                words.append(String(word))
                rest = rest[word.endIndex...]
            }
        }
        return (words, endsInQuotes)
    }

    /// Removes the quoted word at the beginning of `rest`. It reaches to the end if no quote closes it.
    private static func quotedWord(in rest: inout Substring) -> (word: String, isClosed: Bool) {
        rest.removeFirst()
        var word = ""
        while let character = rest.popFirst() {
            if character == "\"" { return (word, true) }
            if character == "\\", let escaped = rest.popFirst() {
                word += meaning(ofEscaped: escaped)
            } else {
                word.append(character)
            }
        }
        return (word, false)
    }

    /// Returns the character for an escape sequence inside quotes.
    private static func meaning(ofEscaped character: Character) -> String {
        switch character {
        case "n": "\n"
        case "r": "\r"
        case "t": "\t"
        case "`": "\\`"
        default: String(character)
        }
    }

    /// Returns the address in Fiber's notation, or `nil` if the word is not an address. newsboat passes commands to a
    /// shell; Fiber does not, so a command that needs a shell must call one.
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

/// A query feed of newsboat: the articles of all feeds that match an expression.
public struct QueryFeed: Hashable, Sendable {
    public let name: String
    /// The parsed expression.
    public let filter: NewsboatFilter
    /// The expression as written.
    public let expression: String
    /// The line in the file, counted from 1.
    public let line: Int

    /// Parses `query:NAME:EXPRESSION`.
    package init(_ word: String, line: Int) throws(NewsboatFilter.SyntaxError) {
        let parts = word.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
        name = TextSanitizer.line(parts.count > 1 ? String(parts[1]) : "")
        expression = TextSanitizer.line(parts.count > 2 ? String(parts[2]) : "")
        guard !name.isEmpty else { throw NewsboatFilter.SyntaxError(message: Message("queryFeedHasNoName")) }
        filter = try NewsboatFilter(parsing: expression)
        self.line = line
    }
}
