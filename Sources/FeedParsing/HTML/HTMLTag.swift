import EngineConcepts
import WebText

/// The effect of an HTML element on its text.
enum HTMLTag {
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
    /// The visible line of a part that pages fold away.
    case summary
    /// The reading of a character, written above it on pages.
    case rubyText
    case anchor
    case image
    /// A frame, a sound or a video in the text.
    case embedded
    /// Contains videos or sounds, and fallback text.
    case player
    /// A source inside a player.
    case source
    /// Dropped with its content.
    case dropped
    case transparent

    var namesSource: Bool {
        switch self {
        case .source, .embedded: true
        default: false
        }
    }

    /// Returns true if an element with these attributes is not visible.
    func isHidden(_ attributes: HTMLAttributes) -> Bool {
        if attributes.all.isEmpty { return false }
        if attributes.has("hidden") { return true }
        if Self.mayHide(attributes.plainBytes("style")), let style = attributes.value("style"), Self.hides(style) {
            return true
        }
        if Self.mayDecorate(attributes.plainBytes("class")), let classes = attributes.value("class"),
            Self.isDecoration(classes)
        {
            return true
        }
        switch self {
        // `aria-hidden` content is redundant or decorative: the drawn form of a formula, a heading's link to itself.
        case .transparent, .anchor: return attributes.value("aria-hidden") == "true"
        default: return false
        }
    }

    /// Returns false if a style certainly does not hide its element: most have no letter of these words.
    private static func mayHide(_ style: UnsafeBufferPointer<UInt8>?) -> Bool {
        style?.contains { $0.lowercasedASCII == UInt8(ascii: "y") } ?? true
    }

    /// Returns false if classes are certainly not those of ``decorations``: most have none of these letters.
    private static func mayDecorate(_ classes: UnsafeBufferPointer<UInt8>?) -> Bool {
        guard let classes else { return true }
        var wasLetter = false
        for byte in classes {
            if !wasLetter, byte == UInt8(ascii: "g") || byte == UInt8(ascii: "l") || byte == UInt8(ascii: "b") {
                return true
            }
            wasLetter = byte > .space && byte < 0x7f
        }
        return false
    }

    private static func hides(_ style: String) -> Bool {
        guard style.utf8.contains(.colon) else { return false }
        let plain = style.filter { $0 != " " }.lowercased()
        return plain.contains("display:none") || plain.contains("visibility:hidden")
    }

    /// Returns true for class names that programs use for line numbers of code.
    private static func isDecoration(_ classes: String) -> Bool {
        classes.utf8.split(separator: .space)
            .contains { name in decorations.contains { name.elementsEqual($0.utf8) } }
    }

    private static let decorations = ["gutter", "lineno", "linenos", "line-numbers", "blob-num"]

    /// The effects of all elements that have one, by their lower-case names.
    static let byName: [String: HTMLTag] = [
        "p": .block, "div": .block, "section": .block, "article": .block, "header": .block, "footer": .block,
        "main": .block, "aside": .block, "nav": .block, "address": .block, "center": .block, "figure": .block,
        "details": .block, "summary": .summary, "dl": .block, "form": .block, "fieldset": .block, "hgroup": .block,
        "body": .block,
        "h1": .heading(1), "h2": .heading(2), "h3": .heading(3), "h4": .heading(4), "h5": .heading(5),
        "h6": .heading(6),
        "ul": .list(isOrdered: false), "ol": .list(isOrdered: true), "menu": .list(isOrdered: false),
        "dir": .list(isOrdered: false), "li": .listItem, "dt": .definitionTerm, "dd": .definition,
        "blockquote": .quote, "pre": .preformatted, "listing": .preformatted, "xmp": .preformatted,
        "table": .table, "tr": .tableRow, "td": .cell(isHeader: false), "th": .cell(isHeader: true),
        "caption": .caption, "figcaption": .caption, "hr": .rule, "br": .lineBreak,
        "em": .inline(.emphasis), "i": .inline(.emphasis), "cite": .inline(.emphasis), "dfn": .inline(.emphasis),
        "var": .inline(.emphasis), "mark": .inline(.mark), "strong": .inline(.strong), "b": .inline(.strong),
        "code": .inline(.code), "tt": .inline(.code), "kbd": .inline(.code), "samp": .inline(.code),
        "del": .inline(.strikethrough), "s": .inline(.strikethrough), "strike": .inline(.strikethrough),
        "u": .inline(.underline), "ins": .inline(.underline), "sup": .inline(.superscript),
        "sub": .inline(.subscript), "rt": .rubyText, "rp": .dropped, "q": .quotation, "a": .anchor, "img": .image,
        "iframe": .embedded, "embed": .embedded, "object": .player, "video": .player, "audio": .player,
        "source": .source, "script": .dropped, "style": .dropped, "head": .dropped, "title": .dropped,
        "template": .dropped, "noscript": .dropped, "svg": .dropped, "math": .transparent, "canvas": .dropped,
        "select": .dropped, "button": .dropped, "textarea": .dropped, "input": .dropped, "map": .dropped,
        // Formulas are read as their characters; the same formula in TeX is dropped.
        "annotation": .dropped, "annotation-xml": .dropped,
    ]
}
