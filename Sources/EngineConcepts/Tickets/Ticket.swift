/// One item to show: a post, an article, a story. An immutable value in three layers: what the engine needs (the bare
/// ticket), what every reader shows (``TicketBody``), and what only its source has (``SourceLayer``).
public struct Ticket: Hashable, Sendable, Codable, Identifiable {
    /// The bare ticket: its place, and with it its identity.
    public let key: OrderKey
    /// The time that is printed: what the source says it is, even where the ticket stands elsewhere.
    public let shownTime: Timestamp
    /// When its content was last changed at the source, where it was and the source says so.
    public let editTime: Timestamp?
    /// Whether the source gave no date and the time first seen stands in.
    public let timeIsAssumed: Bool
    /// What every reader shows.
    public let body: TicketBody
    /// What only its source has.
    public let source: SourceLayer

    /// Makes a ticket out of its layers.
    public init(
        key: OrderKey, shownTime: Timestamp, editTime: Timestamp? = nil, timeIsAssumed: Bool = false,
        body: TicketBody, source: SourceLayer = SourceLayer()
    ) {
        self.key = key
        self.shownTime = shownTime
        self.editTime = editTime
        self.timeIsAssumed = timeIsAssumed
        self.body = body
        self.source = source
    }

    /// Makes the ticket of an item that is seen for the first time at `seen`.
    ///
    /// This is the one place where a ticket's order is decided: a missing date is `seen`, unless the source can tell from
    /// the item's neighbours; a date in the future counts as `seen`; everything else is taken as it is.
    public init(_ item: SourceItem, of supplier: SupplierID, seen: Timestamp) {
        self.init(
            key: OrderKey(
                time: min(item.orderTime ?? item.assumedTime ?? seen, seen), nativeOrder: item.nativeOrder,
                id: TicketID(supplier: supplier, item: item.id)),
            shownTime: item.shownTime ?? item.orderTime ?? item.assumedTime ?? seen,
            editTime: item.editTime,
            timeIsAssumed: item.orderTime == nil,
            body: item.body,
            source: item.source)
    }

    /// The ticket with the content of `item` in the place that it has: an edit never moves a ticket.
    public func edited(_ item: SourceItem) -> Ticket {
        Ticket(
            key: key, shownTime: item.shownTime ?? item.orderTime ?? shownTime, editTime: item.editTime,
            timeIsAssumed: timeIsAssumed, body: item.body, source: item.source)
    }

    /// Its identity.
    public var id: TicketID { key.id }

    /// Whose it is.
    public var supplier: SupplierID { key.id.supplier }
}

/// An item as a source delivers it, before the engine has given it a place.
public struct SourceItem: Hashable, Sendable {
    /// The source's own name for it; stable over fetches.
    public var id: String
    /// The name under which it may have been known before something else came by that name: it is the one of that name whose
    /// time or content it has. Nil for nearly all.
    public var formerID: String?
    /// What the source's stream is sorted by; nil where the source does not say.
    public var orderTime: Timestamp?
    /// The time to print; nil where it is the `orderTime`.
    public var shownTime: Timestamp?
    /// Where an item without `orderTime` belongs, as its neighbours show; nil where that is the time when it is first seen.
    public var assumedTime: Timestamp?
    /// When it was last changed.
    public var editTime: Timestamp?
    /// The source's own order among equal times: lower stands above. For documents, the place in the document.
    public var nativeOrder: Int64
    /// What every reader shows.
    public var body: TicketBody
    /// What only this source has.
    public var source: SourceLayer

    /// Makes an item.
    public init(
        id: String, orderTime: Timestamp?, shownTime: Timestamp? = nil, editTime: Timestamp? = nil,
        nativeOrder: Int64 = 0, body: TicketBody, source: SourceLayer = SourceLayer()
    ) {
        self.id = id
        self.orderTime = orderTime
        self.shownTime = shownTime
        self.editTime = editTime
        self.nativeOrder = nativeOrder
        self.body = body
        self.source = source
    }

    /// A number that changes when the content does and is the same on every machine: FNV-1a over what a reader sees.
    ///
    /// What is said about an item rather than in it, its counts, reactions, tags, language, summary and what it answers, has
    /// the upper 16 bits to itself where there is any, so that a new like is no edit and is noticed all the same: see
    /// ``isEdit(from:to:)``.
    public var fingerprint: UInt64 {
        var hash = Fingerprint()
        hash.combine(body.title)
        hash.combine(body.text.source)
        hash.combine(body.author?.name)
        hash.combine(body.link)
        hash.combine(body.contentWarning)
        for media in body.media {
            hash.combine(media.url)
            hash.combine(media.alternativeText)
        }
        hash.combine(body.boosted?.id)
        hash.combine(body.quoted?.text.source)
        guard let about = body.factsAbout else { return hash.value }
        return (hash.value & 0x0000_ffff_ffff_ffff) | (about << 48)
    }

    /// Whether a reader sees more than other facts about it where the fingerprint has become `new`.
    public static func isEdit(from old: UInt64, to new: UInt64) -> Bool {
        (old ^ new) << 16 != 0
    }
}

extension TicketBody {
    /// A number for what is said about an item; nil where nothing is.
    fileprivate var factsAbout: UInt64? {
        let numbers = [counts.replies, counts.boosts, counts.likes, counts.points]
        let words = [summary?.source, application, replyTo, language] + tags
        guard numbers.contains(where: { $0 != nil }) || words.contains(where: { $0 != nil }) || !reactions.isEmpty
        else { return nil }
        var facts = Fingerprint()
        for number in numbers { facts.combine(number.map { String($0) }) }
        for word in words { facts.combine(word) }
        for reaction in reactions.map(\.rawValue).sorted() { facts.combine(reaction) }
        return facts.value
    }
}

/// FNV-1a with 64 bits over strings, each closed by a byte that UTF-8 never holds.
/// <https://datatracker.ietf.org/doc/html/draft-eastlake-fnv>
private struct Fingerprint {
    private(set) var value: UInt64 = 0xcbf2_9ce4_8422_2325

    mutating func combine(_ text: String?) {
        if let text {
            for byte in text.utf8 {
                combine(byte)
            }
        }
        combine(text == nil ? 0xfe : 0xff)
    }

    private mutating func combine(_ byte: UInt8) {
        value = (value ^ UInt64(byte)) &* 0x0000_0100_0000_01b3
    }
}
