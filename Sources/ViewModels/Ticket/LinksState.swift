/// The state of the list of links.
public nonisolated struct LinksState: Equatable, Sendable {
    /// The links, or `nil` while they load.
    public var links: [NumberedLink]?
    /// The index of the link under the cursor.
    public var cursor = 0
}
