/// A field of an item that commands of the user get: as `{NAME}` in an argument and as `FIBER_NAME` in the environment.
public enum ItemField: String, CaseIterable, Hashable, Sendable {
    /// The web address; empty if the item has none with http or https.
    case url
    case title
    /// The identifier, as JSON prints it.
    case id
    case source
    /// The identifier of the source.
    case sourceID = "source-id"
    /// The author's name.
    case author
    /// The time in UTC (RFC 3339).
    case time
    /// The web address of the comments; empty if there is none with http or https.
    case comments
    /// The address of its sound, video or other file; empty if it has none with http or https.
    case enclosure
    /// The MIME type of that file, if the source states it.
    case enclosureType = "enclosure-type"
    /// The title of that file, or else its name.
    case enclosureTitle = "enclosure-title"
    /// The tags, separated by spaces.
    case tags
    /// The language as a BCP 47 tag.
    case language

    /// The name of the environment variable, such as `FIBER_SOURCE_ID`.
    public var variable: String { "FIBER_" + String(rawValue.map { $0 == "-" ? "_" : $0 }).uppercased() }
}

/// A form in which an item is passed to a command or saved.
public enum ItemFormat: String, CaseIterable, Hashable, Sendable {
    case text
    case html
    case markdown
    case json

    /// The usual extension of a file name.
    public var fileExtension: String {
        switch self {
        case .text: "txt"
        case .html: "html"
        case .markdown: "md"
        case .json: "json"
        }
    }

    /// Creates the format that a file's name asks for, or returns `nil` if it asks for none.
    public init?(fileName: String) {
        let name = fileName.lowercased()
        let known: [(String, ItemFormat)] = [
            (".md", .markdown), (".markdown", .markdown), (".html", .html), (".htm", .html), (".json", .json),
            (".txt", .text),
        ]
        guard let found = known.first(where: { name.hasSuffix($0.0) }) else { return nil }
        self = found.1
    }
}
