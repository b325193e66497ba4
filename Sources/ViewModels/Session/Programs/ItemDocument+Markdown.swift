import EngineConcepts

nonisolated extension ItemDocument {
    /// The document as CommonMark (<https://spec.commonmark.org>). Characters of the text that Markdown would take for
    /// marks are escaped.
    public var markdown: String {
        var parts: [String] = []
        if let title { parts.append("# " + Self.escaped(title)) }
        if !byline.isEmpty { parts.append(Self.escaped(byline)) }
        if let url { parts.append("<\(url)>") }
        parts += paragraphs { block, previous in
            let lines = Self.markdown(block)
            guard case .tableRow = block.kind else { return lines }
            if case .tableRow? = previous { return lines }
            let columns = block.text.split(separator: "\t", omittingEmptySubsequences: false).count
            return lines + "\n|" + String(repeating: " --- |", count: columns)
        }
        parts += media.map { media in
            let text = Self.escaped(media.alternativeText ?? media.url)
            let link = "[\(text)](\(Self.target(media.url)))"
            return media.kind == .image ? "!" + link : link
        }
        if !closing.isEmpty { parts.append(Self.escaped(closing)) }
        return parts.joined(separator: "\n\n") + "\n"
    }

    private static func markdown(_ block: StyledText.Block) -> String {
        switch block.kind {
        case .heading(let level):
            return String(repeating: "#", count: min(max(1, level + 1), 6)) + " " + inline(block, onOneLine: true)
        case .listItem(let depth, let marker):
            let isNumbered = marker.first?.isNumber ?? false
            return indent(depth) + (isNumbered ? marker : "-") + " " + inline(block, onOneLine: true)
        case .listContinuation(let depth): return indent(depth + 1) + inline(block, onOneLine: true)
        case .preformatted:
            // Longer than any run of backquotes in the text.
            let longest = block.text.split { $0 != "`" }.map(\.count).max() ?? 0
            let fence = String(repeating: "`", count: max(3, longest + 1))
            return "\(fence)\n\(block.text)\n\(fence)"
        case .tableRow:
            let cells = block.text.split(separator: "\t", omittingEmptySubsequences: false)
            let escaped = cells.map { cell in Self.escaped(String(cell)).replacingScalars { $0 == "|" ? "\\|" : nil } }
            return "| " + escaped.joined(separator: " | ") + " |"
        case .caption: return "*" + escaped(block.text) + "*"
        case .rule: return "---"
        default: return inline(block, onOneLine: false)
        }
    }

    private static func inline(_ block: StyledText.Block, onOneLine: Bool) -> String {
        let text = MarkedText.runs(of: block).map(markdown).joined()
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(escapedStart)
        return lines.joined(separator: onOneLine ? " " : "\\\n")
    }

    private static func markdown(_ run: MarkedText) -> String {
        if let picture = run.picture { return "![\(escaped(run.text))](\(target(picture)))" }
        // Marks must touch the words that they mark.
        let start = run.text.prefix(while: \.isWhitespace)
        let end = String(run.text.dropFirst(start.count).reversed().prefix(while: \.isWhitespace).reversed())
        let core = String(run.text.dropFirst(start.count).dropLast(end.count))
        guard !core.isEmpty else { return run.text }
        var text = escaped(core)
        if run.has(.code) {
            let longest = core.split { $0 != "`" }.map(\.count).max() ?? 0
            let mark = String(repeating: "`", count: longest + 1)
            text = longest == 0 ? "`\(core)`" : "\(mark) \(core) \(mark)"
        }
        if run.has(.strikethrough) { text = "~~\(text)~~" }
        if run.has(.emphasis) { text = "*\(text)*" }
        if run.has(.strong) { text = "**\(text)**" }
        if let link = run.link { text = "[\(text)](\(target(link)))" }
        return start + text + end
    }

    /// Returns the text with a backslash before every character that can begin or end a mark.
    private static func escaped(_ text: String) -> String {
        text.replacingScalars { "\\`*_[]<>~".unicodeScalars.contains($0) ? "\\\($0)" : nil }
    }

    /// Returns a line that is no heading, list, quotation or rule, whatever it begins with.
    private static func escapedStart(_ line: Substring) -> String {
        guard let first = line.first else { return "" }
        if "#+-=|".contains(first) { return "\\" + line }
        let digits = line.prefix { $0.isASCII && $0.isNumber }
        let rest = line.dropFirst(digits.count)
        guard !digits.isEmpty, let mark = rest.first, ".)".contains(mark) else { return String(line) }
        return digits + "\\" + rest
    }

    /// Returns the target of a link, in which no character ends it.
    private static func target(_ url: String) -> String {
        let ends: [Unicode.Scalar: String] = ["(": "%28", ")": "%29", "<": "%3C", ">": "%3E", "\\": "%5C"]
        return url.replacingScalars { ends[$0] }
    }
}
