import EngineConcepts

/// What an HTML element does to text.
enum HTMLTag {
    /// Stands on its own lines.
    case block
    case heading(Int)
    case list(isOrdered: Bool)
    case listItem
    case definitionTerm
    case definition
    case quote
    case preformatted
    case table
    case tableRow
    case cell(isHeader: Bool)
    case caption
    case rule
    case lineBreak
    /// Gives its text a role.
    case inline(StyledText.EntityKind)
    case quotation
    case anchor
    case image
    /// A page, a sound or a film within the text.
    case embedded
    /// Holds films or sounds, and words for those who cannot play them.
    case player
    /// A source within a player.
    case source
    /// Is dropped with all it holds.
    case dropped
    /// Does nothing to its text.
    case transparent

    /// What the element of this name, in lower case, does.
    init(_ name: String) {
        self = Self.meanings[name] ?? .transparent
    }

    /// Whether an element within a player says where what it plays is.
    var namesSource: Bool {
        switch self {
        case .source, .embedded: true
        default: false
        }
    }

    /// Whether an element with these attributes is for no reader's eyes.
    func isHidden(_ attributes: HTMLAttributes) -> Bool {
        if attributes.has("hidden") { return true }
        if let style = attributes.value("style")?.filter({ $0 != " " }).lowercased(),
            style.contains("display:none") || style.contains("visibility:hidden")
        {
            return true
        }
        if let classes = attributes.value("class"), classes.split(separator: " ").contains(where: Self.decoration) {
            return true
        }
        switch self {
        // What is hidden from those who listen repeats or adorns: of formulas the drawn form, of headings their own link.
        case .transparent, .anchor: return attributes.value("aria-hidden") == "true"
        default: return false
        }
    }

    /// Classes that programs give to the numbers beside lines of code.
    private static func decoration(_ name: Substring) -> Bool {
        ["gutter", "lineno", "linenos", "line-numbers", "blob-num"].contains(name)
    }

    private static let meanings: [String: HTMLTag] = [
        "p": .block, "div": .block, "section": .block, "article": .block, "header": .block, "footer": .block,
        "main": .block, "aside": .block, "nav": .block, "address": .block, "center": .block, "figure": .block,
        "details": .block, "summary": .block, "dl": .block, "form": .block, "fieldset": .block, "hgroup": .block,
        "body": .block,
        "h1": .heading(1), "h2": .heading(2), "h3": .heading(3), "h4": .heading(4), "h5": .heading(5),
        "h6": .heading(6),
        "ul": .list(isOrdered: false), "ol": .list(isOrdered: true), "menu": .list(isOrdered: false),
        "dir": .list(isOrdered: false), "li": .listItem, "dt": .definitionTerm, "dd": .definition,
        "blockquote": .quote, "pre": .preformatted, "listing": .preformatted, "xmp": .preformatted,
        "table": .table, "tr": .tableRow, "td": .cell(isHeader: false), "th": .cell(isHeader: true),
        "caption": .caption, "figcaption": .caption, "hr": .rule, "br": .lineBreak,
        "em": .inline(.emphasis), "i": .inline(.emphasis), "cite": .inline(.emphasis), "dfn": .inline(.emphasis),
        "var": .inline(.emphasis), "mark": .inline(.emphasis), "strong": .inline(.strong), "b": .inline(.strong),
        "code": .inline(.code), "tt": .inline(.code), "kbd": .inline(.code), "samp": .inline(.code),
        "del": .inline(.strikethrough), "s": .inline(.strikethrough), "strike": .inline(.strikethrough),
        "sup": .inline(.superscript), "q": .quotation, "a": .anchor, "img": .image, "iframe": .embedded,
        "embed": .embedded, "object": .player, "video": .player, "audio": .player, "source": .source,
        "script": .dropped, "style": .dropped, "head": .dropped, "title": .dropped, "template": .dropped,
        "noscript": .dropped, "svg": .dropped, "math": .transparent, "canvas": .dropped, "select": .dropped,
        "button": .dropped, "textarea": .dropped, "input": .dropped, "map": .dropped,
        // Formulas are read as their characters; what says the same once more, in TeX, is for programs.
        "annotation": .dropped, "annotation-xml": .dropped,
    ]
}
