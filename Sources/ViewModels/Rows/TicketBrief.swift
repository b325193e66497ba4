public import EngineConcepts

/// A ticket in one line, for lists other than the timeline.
public nonisolated struct TicketBrief: Equatable, Sendable, Identifiable {
    /// The position and identity.
    public var key: OrderKey
    /// The time, as shown in rows.
    public var time: RowTime
    public var kind: SupplierKind
    /// The name of the source.
    public var source: String
    /// The title, or the author if there is none.
    public var headline: String
    /// The start of the text.
    public var text: String
    /// True if it was read.
    public var isRead: Bool
    /// The byte ranges of ``headline`` that match the query.
    public var headlineMatches: [Range<Int>] = []
    /// The byte ranges of ``text`` that match the query.
    public var textMatches: [Range<Int>] = []

    public var id: TicketID { key.id }
}
