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
