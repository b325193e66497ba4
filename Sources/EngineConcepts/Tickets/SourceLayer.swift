/// The source's own data of a ticket: fields for its presenter, and the raw item.
public struct SourceLayer: Hashable, Sendable {
    /// Fields defined by the source; its presenter reads them.
    public var fields: [String: String]
    /// The item as delivered (an XML element, a JSON object), or `nil` if it was not kept.
    public var raw: String?

    /// The name of the field with the address of the source that delivers the ticket's thread: the replies, and what
    /// it replies to.
    public static let threadField = "thread"
    /// The name of the field with a note for the user, such as a log line's level or another site of the story.
    /// Presenters show it among the facts.
    public static let noteField = "note"
    /// The name of the field with the address of the discussion page of a submission to a link site.
    public static let discussionField = "discussion"
    /// The name of the field with the address that a feed or a JSON line gives for the comments on its item.
    public static let commentsField = "comments"
    /// The name of the field with the address of the page that an item of a feed is about, if it differs from its link.
    public static let externalLinkField = "external"

    public init(fields: [String: String] = [:], raw: String? = nil) {
        self.fields = fields
        self.raw = raw
    }
}
