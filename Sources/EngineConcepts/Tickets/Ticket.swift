/// One item to show: a post, an article, a story. An immutable value in three layers: what the engine needs, the
/// content common to all sources (``TicketBody``), and the source's own data (``SourceLayer``).
public struct Ticket: Hashable, Sendable, Codable, Identifiable {
    /// The place in the Track, which includes the identity.
    public let key: OrderKey
    /// The time to print, as the source gives it. Can differ from the time in ``key``.
    public let shownTime: Timestamp
    /// The time of the last edit at the source, or `nil` if there was none or the source does not say.
    public let editTime: Timestamp?
    /// True if the source gave no date, so that the time first seen replaces it.
    public let timeIsAssumed: Bool
    /// The content common to all sources.
    public let body: TicketBody
    /// The source's own data.
    public let source: SourceLayer
    /// The language of the words. ``TicketBody/language`` is what the source states.
    public private(set) var detectedLanguage = DetectedLanguage.unknown

    /// The encoded members; the detected language is not among them.
    private enum CodingKeys: String, CodingKey {
        case key, shownTime, editTime, timeIsAssumed, body, source
    }

    public init(
        key: OrderKey, shownTime: Timestamp, editTime: Timestamp? = nil, timeIsAssumed: Bool = false,
        body: TicketBody, source: SourceLayer = SourceLayer(), detectedLanguage: DetectedLanguage = .unknown
    ) {
        self.detectedLanguage = detectedLanguage
        self.key = key
        self.shownTime = shownTime
        self.editTime = editTime
        self.timeIsAssumed = timeIsAssumed
        self.body = body
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
            body: item.body,
            source: item.source)
    }

    public var id: TicketID { key.id }

    public var supplier: SupplierID { key.id.supplier }

    /// Returns the ticket with the same content at another place.
    package func moved(to key: OrderKey) -> Ticket {
        Ticket(
            key: key, shownTime: shownTime, editTime: editTime, timeIsAssumed: timeIsAssumed, body: body, source: source
        )
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

/// An item as a source delivers it, before the engine assigns a place.
public struct SourceItem: Hashable, Sendable {
    /// The source's identity of the item; the same in every fetch.
    public var id: String
    /// The identity under which the item may have been stored before another item took that identity. It applies if
    /// the stored item has the same time or content. `nil` for nearly all items.
    public var formerID: String?
    /// The time by which the source sorts its stream, or `nil` if it does not give one.
    public var orderTime: Timestamp?
    /// The time to print, or `nil` if it is `orderTime`.
    public var shownTime: Timestamp?
    /// The time derived from the neighbours of an item without `orderTime`, or `nil` to use the time first seen.
    public var assumedTime: Timestamp?
    /// The time of the last edit.
    public var editTime: Timestamp?
    /// The source's own order among equal times; lower is above. For documents, the position in the document.
    public var nativeOrder: Int64
    /// The content common to all sources.
    public var body: TicketBody
    /// The source's own data.
    public var source: SourceLayer

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

    /// Creates the item of a ticket.
    public init(of ticket: Ticket) {
        self.init(
            id: ticket.id.item, orderTime: ticket.key.time, shownTime: ticket.shownTime, editTime: ticket.editTime,
            nativeOrder: ticket.key.nativeOrder, body: ticket.body, source: ticket.source)
    }

    /// A hash of what a reader sees, equal on all machines (FNV-1a).
    ///
    /// The upper 16 bits depend only on facts about the item: counts, reactions, tags, language, summary and what it
    /// replies to. So a new like is noticed but is not an edit; see ``isEdit(from:to:)``.
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

    /// Returns true if the change from one fingerprint to the other affects more than facts about the item.
    public static func isEdit(from old: UInt64, to new: UInt64) -> Bool {
        (old ^ new) << 16 != 0
    }
}

extension TicketBody {
    /// A hash of the facts about an item, or `nil` if there are none.
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

/// The FNV-1a hash of strings, each terminated by a byte that never occurs in UTF-8.
private struct Fingerprint {
    private(set) var value = StableHash.seed

    mutating func combine(_ text: String?) {
        guard var text else { return combine(0xfe) }
        // A local variable and contiguous bytes: this loop takes a tenth of the time of a refresh otherwise.
        var value = value
        text.withUTF8 { bytes in
            for byte in bytes { value = (value ^ UInt64(byte)) &* StableHash.prime }
        }
        self.value = value
        combine(0xff)
    }

    private mutating func combine(_ byte: UInt8) {
        value = (value ^ UInt64(byte)) &* StableHash.prime
    }
}
