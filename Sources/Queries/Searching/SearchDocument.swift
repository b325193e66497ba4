/// A ticket as a full-text index stores it: folded words with spaces between them. The index splits at spaces only, so
/// that it finds exactly what a ``QueryMatcher`` does.
public struct SearchDocument: Hashable, Sendable {
    /// The index's columns in order; each is the name of a property.
    public static let columns = ["title", "text", "author", "tag", "url", "stem"]

    /// The `tokenize` option of the FTS5 table. Every byte beyond ASCII belongs to a word.
    public static let tokenizer = "ascii tokenchars '+#_'"

    /// The version of the words; a change requires a new index.
    public static let version = 2

    public let title: String
    public let text: String
    /// The names of the authors.
    public let author: String
    /// The tags, with a barrier around each.
    public let tag: String
    /// The words of the addresses that it links to.
    public let url: String
    /// The distinct stems of title and text after their language, as in `en_race`, if the language is known.
    public let stem: String

    /// The values of the columns in order.
    public var values: [String] { [title, text, author, tag, url, stem] }
}
