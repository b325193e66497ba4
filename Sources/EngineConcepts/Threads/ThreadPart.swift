/// A part of a thread, or of the posts of a person, as a source delivers it.
public struct ThreadPart: Hashable, Sendable {
    /// The posts in any order. ``TicketBody/replyTo`` of each names the post that it replies to.
    public var items: [SourceItem]
    /// The places where posts are missing.
    public var gaps: [ThreadGap]

    public init(items: [SourceItem] = [], gaps: [ThreadGap] = []) {
        self.items = items
        self.gaps = gaps
    }
}
