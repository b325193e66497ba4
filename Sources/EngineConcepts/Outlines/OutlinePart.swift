/// A part of an outline, as a source delivers it.
public struct OutlinePart: Hashable, Sendable {
    /// The posts in any order. ``TicketBody/replyTo`` of each names the post that it replies to.
    public var items: [SourceItem]
    /// The places where posts are missing.
    public var gaps: [OutlineGap]

    public init(items: [SourceItem] = [], gaps: [OutlineGap] = []) {
        self.items = items
        self.gaps = gaps
    }
}
