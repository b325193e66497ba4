/// Semantic text without appearance: blocks of text with entities that mark ranges. It has roles such as heading,
/// link and hashtag, but no colours or widths.
public struct StyledText: Hashable, Sendable {
    /// The blocks in reading order.
    public var blocks: [Block]

    public init(blocks: [Block] = []) { self.blocks = blocks }

    /// Creates a text of one plain paragraph, or an empty text if `text` is empty.
    public init(plain text: String) { blocks = text.isEmpty ? [] : [Block(text: text)] }

    /// True if there is no text.
    public var isEmpty: Bool {
        blocks.allSatisfy { $0.text.isEmpty && $0.kind != .rule }
    }

    /// The text that stands for a picture without a description. Screens show their own word instead.
    public static let undescribedPicture = "image"

    /// The plain text, with blocks separated by line feeds.
    public var plainText: String { blocks.lazy.map(\.text).joined(separator: "\n") }

    /// A paragraph, heading, list item or line of code.
    public struct Block: Hashable, Sendable {
        public var kind: Kind
        /// The nesting level of quotations; 0 is outside any.
        public var quoteDepth: Int
        /// The text without markup and control characters. Contains line feeds only for kinds that keep lines.
        public var text: String
        /// The marked ranges, sorted by start. They may overlap; later ones take precedence.
        public var entities: [Entity]

        public init(kind: Kind = .paragraph, quoteDepth: Int = 0, text: String, entities: [Entity] = []) {
            self.kind = kind
            self.quoteDepth = quoteDepth
            self.text = text
            self.entities = entities
        }
    }

    /// The kind of a block.
    public enum Kind: Hashable, Sendable {
        case paragraph
        /// A heading; level 1 is the highest, 6 the lowest.
        case heading(level: Int)
        /// A list item; depth 0 is the outermost list. `marker` is the text before it, such as `•` or `3.`.
        case listItem(depth: Int, marker: String)
        /// Further text of the preceding list item.
        case listContinuation(depth: Int)
        /// Text whose lines and spaces are kept.
        case preformatted
        /// A table row with cells separated by tabs. `header` rows are emphasised.
        case tableRow(header: Bool)
        /// The caption of a picture or table.
        case caption
        /// A horizontal rule.
        case rule
    }

    /// The role of a range within a block's text.
    public struct Entity: Hashable, Sendable {
        /// The bytes of the block's text in UTF-8, on character boundaries.
        public var range: Range<Int>
        public var kind: EntityKind
        /// The target: a URL for links and media, a name for mentions and tags.
        public var target: String?

        public init(_ kind: EntityKind, _ range: Range<Int>, target: String? = nil) {
            self.range = range
            self.kind = kind
            self.target = target
        }
    }

    /// The roles of an entity.
    public enum EntityKind: String, Hashable, Sendable {
        case emphasis
        case strong
        /// Code within running text.
        case code
        case strikethrough
        /// A link to a URL.
        case link
        /// A picture, represented by its alternative text; the target is its URL.
        case image
        /// A video, sound or embedded page, represented by its name; the target is its URL.
        case media
        /// A person's name.
        case mention
        /// A topic.
        case hashtag
        /// A quotation within running text.
        case quotation
        /// A number that is a rank or a count.
        case figure
        /// Superscript, as for footnote marks.
        case superscript
        case `subscript`
        case underline
        /// Highlighted text.
        case mark
        /// A link to a place in the same text; the target is the name of an ``anchor``.
        case jump
        /// A place that a ``jump`` leads to; the target is its name. The range may be empty.
        case anchor
    }
}
