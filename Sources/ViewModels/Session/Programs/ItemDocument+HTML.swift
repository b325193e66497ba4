import EngineConcepts
import WebText

nonisolated extension ItemDocument {
    /// The document as HTML. It is made from the text, not from the source's markup, so it has no scripts, frames or styles.
    public var html: String { Self.html(of: [self]) }

    /// Documents as one page of HTML, one below the other, under the title of the first.
    public static func html(of documents: [ItemDocument]) -> String {
        let languages = Set(documents.map(\.language))
        let language = languages.count == 1 ? documents.first?.language : nil
        var lines = [
            "<!DOCTYPE html>", "<html\(attribute(language))>", "<head>", "<meta charset=\"utf-8\">",
            "<title>\(Markup.escaped(documents.first.map { $0.title ?? $0.byline } ?? ""))</title>", "</head>",
            "<body>",
        ]
        for document in documents {
            guard documents.count > 1 else {
                lines += document.htmlLines
                continue
            }
            lines.append("<article\(attribute(language == nil ? document.language : nil))>")
            lines += document.htmlLines + ["</article>"]
        }
        return (lines + ["</body>", "</html>"]).joined(separator: "\n") + "\n"
    }

    private static func attribute(_ language: String?) -> String {
        language.map { " lang=\"\(Markup.escaped($0))\"" } ?? ""
    }

    private var htmlLines: [String] {
        var lines: [String] = []
        if let title {
            let text = Markup.escaped(title)
            lines.append("<h1>" + (url.map { "<a href=\"\(Markup.escaped($0))\">\(text)</a>" } ?? text) + "</h1>")
        } else if let url {
            lines.append("<p><a href=\"\(Markup.escaped(url))\">\(Markup.escaped(url))</a></p>")
        }
        if !byline.isEmpty { lines.append("<p>\(Markup.escaped(byline))</p>") }
        var isTable = false
        for block in body.blocks {
            let isRow = if case .tableRow = block.kind { true } else { false }
            if isRow != isTable { lines.append(isRow ? "<table>" : "</table>") }
            isTable = isRow
            let depth = min(max(0, block.quoteDepth), 20)
            lines.append(
                String(repeating: "<blockquote>", count: isRow ? 0 : depth) + Self.html(block)
                    + String(repeating: "</blockquote>", count: isRow ? 0 : depth))
        }
        if isTable { lines.append("</table>") }
        for media in media {
            let (address, text) = (Markup.escaped(media.url), Markup.escaped(media.alternativeText ?? media.url))
            lines.append(
                media.kind == .image
                    ? "<p><img src=\"\(address)\" alt=\"\(text)\"></p>" : "<p><a href=\"\(address)\">\(text)</a></p>")
        }
        if !closing.isEmpty { lines.append("<p><small>\(Markup.escaped(closing))</small></p>") }
        return lines
    }

    private static func html(_ block: StyledText.Block) -> String {
        let text = MarkedText.runs(of: block).map(html).joined()
        switch block.kind {
        case .heading(let level):
            let name = "h\(min(max(2, level + 1), 6))"
            return "<\(name)>\(text)</\(name)>"
        case .listItem(let depth, let marker):
            // A number is kept, because the items of one list may be far apart.
            let number = marker.first?.isNumber == true ? "\(Markup.escaped(marker)) " : ""
            let lists = String(repeating: "<ul>", count: min(max(0, depth), 20) + 1)
            let ends = String(repeating: "</ul>", count: min(max(0, depth), 20) + 1)
            return "\(lists)<li>\(number)\(text)</li>\(ends)"
        case .preformatted: return "<pre>\(Markup.escaped(block.text))</pre>"
        case .tableRow(let isHeader):
            let name = isHeader ? "th" : "td"
            let cells = block.text.split(separator: "\t", omittingEmptySubsequences: false)
            return "<tr>" + cells.map { "<\(name)>\(Markup.escaped(String($0)))</\(name)>" }.joined() + "</tr>"
        case .caption: return "<p><small>\(text)</small></p>"
        case .rule: return "<hr>"
        default:
            return "<p>" + text.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: "<br>\n")
                + "</p>"
        }
    }

    private static func html(_ run: MarkedText) -> String {
        let text = Markup.escaped(run.text)
        if let picture = run.picture { return "<img src=\"\(Markup.escaped(picture))\" alt=\"\(text)\">" }
        var result = text
        let names: [(StyledText.EntityKind, String)] = [
            (.code, "code"), (.strikethrough, "s"), (.emphasis, "em"), (.strong, "strong"), (.superscript, "sup"),
        ]
        for (kind, name) in names where run.has(kind) { result = "<\(name)>\(result)</\(name)>" }
        return run.link.map { "<a href=\"\(Markup.escaped($0))\">\(result)</a>" } ?? result
    }
}
