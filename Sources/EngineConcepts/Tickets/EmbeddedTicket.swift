/// An item within another one: the content of a boost or a quote. It has no place of its own in the Track.
public struct EmbeddedTicket: Hashable, Sendable {
    /// The source's identity of the item.
    public var id: String
    public var author: Author?
    /// The time of writing.
    public var time: Timestamp?
    public var title: String?
    /// The text as delivered.
    public var text: TicketText
    /// The absolute URL of the item's page.
    public var link: String?

    public init(
        id: String, author: Author? = nil, time: Timestamp? = nil, title: String? = nil,
        text: TicketText = .plain(""), link: String? = nil
    ) {
        self.id = id
        self.author = author
        self.time = time
        self.title = title
        self.text = text
        self.link = link
    }
}
