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
