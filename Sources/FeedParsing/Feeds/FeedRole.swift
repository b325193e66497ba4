/// The meaning of an open element.
enum FeedRole {
    /// The document itself, outside the root element.
    case outside
    case feed
    case item
    case author
    case image
    /// The feed from which an Atom entry was copied.
    case origin
    case media
    case skipHours
    case skipDays
    /// An element whose text is collected.
    case text(FeedName)
    /// A text of an item that is no markup.
    case plain(FeedName, PlainKind)
    /// An element whose text and markup are collected.
    case markup(FeedName, MarkupKind)

    var collectsText: Bool {
        switch self {
        case .text, .plain, .markup: true
        default: false
        }
    }

    /// The kind of a plain text.
    enum PlainKind {
        /// Line breaks and runs of spaces mean nothing (RFC 4287 §3.1.1.1): they may be those of a document that is wrapped
        /// and indented.
        case wrapped
        /// A text document, whose line breaks have a meaning (§4.1.3.3).
        case lines
        /// Base64 of plain text or markup (Atom 0.3 §3.1.3).
        case packed(Base64Text)
    }

    /// The kind of the markup of an element.
    enum MarkupKind {
        /// The text is HTML; child elements are part of it.
        case html
        /// The text is plain and child elements are markup.
        case xhtml
    }
}
