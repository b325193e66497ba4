/// The state of the list of links.
public nonisolated struct LinksState: Equatable, Sendable {
    /// The title of the screen.
    public var title: String
    /// The links, or `nil` while they load.
    public var links: [NumberedLink]?
    /// The index of the link under the cursor.
    public var cursor: Int
    /// The text for an empty list.
    public var emptyText: String
}
