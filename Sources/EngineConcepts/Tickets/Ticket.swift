/// One item to show: a post, an article, a story. An immutable value in three layers: what the engine needs, the
/// content common to all sources (``TicketBody``), and the source's own data (``SourceLayer``).
public struct Ticket: Hashable, Sendable, Identifiable {
    /// The place in the Track, which includes the identity.
    public let key: OrderKey
    /// The time to print, as the source gives it. Can differ from the time in ``key``.
    public let shownTime: Timestamp
    /// The time of the last edit at the source, or `nil` if there was none or the source does not say.
    public let editTime: Timestamp?
    /// True if the source gave no date, so that the time first seen replaces it.
    public let timeIsAssumed: Bool
    @usableFromInline let sharedBody: SharedBody
    /// The source's own data.
    public let source: SourceLayer
    /// The language of the words. ``TicketBody/language`` is what the source states.
    public private(set) var detectedLanguage = DetectedLanguage.unknown

    public init(
        key: OrderKey, shownTime: Timestamp, editTime: Timestamp? = nil, timeIsAssumed: Bool = false,
        body: TicketBody, source: SourceLayer = SourceLayer(), detectedLanguage: DetectedLanguage = .unknown
    ) {
        self.init(
            key: key, shownTime: shownTime, editTime: editTime, timeIsAssumed: timeIsAssumed, body: SharedBody(body),
            source: source, detectedLanguage: detectedLanguage)
    }

    @usableFromInline
    init(
        key: OrderKey, shownTime: Timestamp, editTime: Timestamp?, timeIsAssumed: Bool, body: SharedBody,
        source: SourceLayer, detectedLanguage: DetectedLanguage = .unknown
    ) {
        self.detectedLanguage = detectedLanguage
        self.key = key
        self.shownTime = shownTime
        self.editTime = editTime
        self.timeIsAssumed = timeIsAssumed
        sharedBody = body
        self.source = source
    }

    /// Creates the ticket of an item first seen at `seen`.
    ///
    /// This is the only place that determines a ticket's order. A missing date becomes `seen`, unless the source
    /// derives one from the item's neighbours. A future date becomes `seen`. Any other date is used as given.
    @inlinable
    public init(_ item: SourceItem, of supplier: SupplierID, seen: Timestamp) {
        self.init(
            key: OrderKey(
                time: min(item.orderTime ?? item.assumedTime ?? seen, seen), nativeOrder: item.nativeOrder,
                id: TicketID(supplier: supplier, item: item.id)),
            shownTime: item.shownTime ?? item.orderTime ?? item.assumedTime ?? seen,
            editTime: item.editTime,
            timeIsAssumed: item.orderTime == nil,
            body: item.sharedBody,
            source: item.source)
    }

    /// The content common to all sources.
    @inlinable public var body: TicketBody { sharedBody.body }

    /// The author whose name is shown: for a boost, that of the boosted post.
    public var shownAuthor: Author? { body.boosted?.author ?? body.author }

    public var id: TicketID { key.id }

    public var supplier: SupplierID { key.id.supplier }

    /// Returns the ticket with the same content at another place.
    package func moved(to key: OrderKey) -> Ticket {
        Ticket(
            key: key, shownTime: shownTime, editTime: editTime, timeIsAssumed: timeIsAssumed, body: sharedBody,
            source: source)
    }

    /// Returns the ticket with a changed body, whose language is not detected yet.
    package func changingBody(_ change: (inout TicketBody) -> Void) -> Ticket {
        var body = body
        change(&body)
        return Ticket(
            key: key, shownTime: shownTime, editTime: editTime, timeIsAssumed: timeIsAssumed, body: body, source: source
        )
    }
}
