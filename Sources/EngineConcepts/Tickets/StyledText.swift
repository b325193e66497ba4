/// Text with meaning and without looks: blocks of text in which entities mark ranges. It knows roles (a heading, a link,
/// a hashtag), never colours or widths.
public struct StyledText: Hashable, Sendable, Codable {
    /// The blocks, in reading order.
    public var blocks: [Block]

    /// Makes a text of these blocks.
    public init(blocks: [Block] = []) {
        self.blocks = blocks
    }

    /// Makes a text of one plain paragraph; empty where `text` is.
    public init(plain text: String) {
        blocks = text.isEmpty ? [] : [Block(text: text)]
    }

    /// Whether there is nothing to read.
    public var isEmpty: Bool {
        blocks.allSatisfy { $0.text.isEmpty && $0.kind != .rule }
    }

    /// The bare text: blocks separated by line feeds.
    public var plainText: String {
        blocks.lazy.map(\.text).joined(separator: "\n")
    }

    /// One paragraph, heading, list item or line of code.
    public struct Block: Hashable, Sendable, Codable {
        /// What the block is.
        public var kind: Kind
        /// How many quotations it stands in; 0 outside any.
        public var quoteDepth: Int
        /// The text, without markup and without control characters. Line feeds only where the kind keeps lines.
        public var text: String
        /// What stands over parts of the text. Sorted by the start of their ranges; may nest, later ones win.
        public var entities: [Entity]

        /// Makes a block.
        public init(kind: Kind = .paragraph, quoteDepth: Int = 0, text: String, entities: [Entity] = []) {
            self.kind = kind
            self.quoteDepth = quoteDepth
            self.text = text
            self.entities = entities
        }
    }

    /// What a block is.
    public enum Kind: Hashable, Sendable, Codable {
        /// Running text.
        case paragraph
        /// A heading; 1 is the highest level, 6 the lowest.
        case heading(level: Int)
        /// A list item; depth 0 is the outermost list. `marker` is what to print before it, such as `•` or `3.`.
        case listItem(depth: Int, marker: String)
        /// Further text of the list item above it.
        case listContinuation(depth: Int)
        /// Text whose lines and spaces are kept.
        case preformatted
        /// A table's row: cells separated by tabs. `header` rows are printed stronger.
        case tableRow(header: Bool)
        /// The words under a picture or a table.
        case caption
        /// A line across.
        case rule
    }

    /// A role that a range of a block's text has.
    public struct Entity: Hashable, Sendable, Codable {
        /// Which bytes of the block's text in UTF-8; lies on character borders.
        public var range: Range<Int>
        /// The role.
        public var kind: EntityKind
        /// Where it leads: a URL for links and media, a name for mentions and tags.
        public var target: String?

        /// Makes an entity over `range`.
        public init(_ kind: EntityKind, _ range: Range<Int>, target: String? = nil) {
            self.range = range
            self.kind = kind
            self.target = target
        }
    }

    /// The roles that an entity can have.
    public enum EntityKind: String, Hashable, Sendable, Codable {
        /// Stressed.
        case emphasis
        /// Stressed more.
        case strong
        /// Code within running text.
        case code
        /// Struck out.
        case strikethrough
        /// Leads to a URL.
        case link
        /// A picture, standing as its alternative text; leads to its URL.
        case image
        /// A video, sound or embedded page, standing as its name; leads to its URL.
        case media
        /// Names a person.
        case mention
        /// Names a topic.
        case hashtag
        /// Said by somebody else, within running text.
        case quotation
        /// A number that stands for a rank or a count.
        case figure
        /// Raised, as in footnote marks.
        case superscript
    }
}
