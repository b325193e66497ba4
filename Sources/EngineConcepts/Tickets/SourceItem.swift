/// An item as a source delivers it, before the engine assigns a place.
public struct SourceItem: Hashable, Sendable {
    /// The source's identity of the item; the same in every fetch.
    public var id: String
    /// Identities under which the item may have been stored before its address changed. One applies if the stored item has
    /// the same time or content, or if the item has no time.
    public var formerIDs: [String] = []
    /// Identities that the item may share with others of its source, and under which it may have been stored. One applies if
    /// the stored item has the same content. Empty for nearly all items.
    public var sharedIDs: [String] = []
    /// The time by which the source sorts its items, or `nil` if it does not give one.
    public var orderTime: Timestamp?
    /// The time to print, or `nil` if it is `orderTime`.
    public var shownTime: Timestamp?
    /// The time derived from the neighbours of an item without `orderTime`, or `nil` to use the time first seen.
    public var assumedTime: Timestamp?
    /// The time of the last edit.
    public var editTime: Timestamp?
    /// The source's own order among equal times; lower is above. For documents, the position in the document.
    public var nativeOrder: Int64
    @usableFromInline var sharedBody: SharedBody
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
        sharedBody = SharedBody(body)
        self.source = source
    }

    /// The content common to all sources.
    @inlinable public var body: TicketBody {
        get { sharedBody.body }
        set { sharedBody = SharedBody(newValue) }
    }

    /// Creates the item of a ticket.
    public init(of ticket: Ticket) {
        self.init(
            id: ticket.id.item, orderTime: ticket.key.time, shownTime: ticket.shownTime, editTime: ticket.editTime,
            nativeOrder: ticket.key.nativeOrder, body: ticket.body, source: ticket.source)
    }

    /// A hash of what a user sees, equal on all machines (FNV-1a).
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
    public static func isEdit(from old: UInt64, to new: UInt64) -> Bool { (old ^ new) << 16 != 0 }
}

extension TicketBody {
    /// A hash of the facts about an item, or `nil` if there are none.
    fileprivate var factsAbout: UInt64? {
        let numbers = [counts.replies, counts.boosts, counts.likes, counts.points]
        let texts = [summary?.source, application, replyTo, language] + tags
        guard numbers.contains(where: { $0 != nil }) || texts.contains(where: { $0 != nil }) || !reactions.isEmpty
        else { return nil }
        var facts = Fingerprint()
        for number in numbers { facts.combine(number.map { String($0) }) }
        for text in texts { facts.combine(text) }
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
            for byte in bytes { value = StableHash.combined(value, byte) }
        }
        self.value = value
        combine(0xff)
    }

    private mutating func combine(_ byte: UInt8) { value = StableHash.combined(value, byte) }
}

extension [SourceItem] {
    /// Moves every time of the items that no calendar shows to the nearest date.
    ///
    /// The engine calls this on items as they arrive, so that the Track, the store and the screen never meet a time on which
    /// arithmetic could fail.
    package mutating func clampTimes() {
        for index in indices where !self[index].hasOnlyDates { self[index].clampTimes() }
    }
}

extension SourceItem {
    fileprivate var hasOnlyDates: Bool {
        func isDate(_ time: Timestamp?) -> Bool { time.map(Timestamp.dates.contains) ?? true }
        return isDate(orderTime) && isDate(shownTime) && isDate(assumedTime) && isDate(editTime)
            && isDate(body.boosted?.time) && isDate(body.quoted?.time)
    }

    /// Moves every time that no calendar shows to the nearest date, see ``Timestamp/dates``.
    package mutating func clampTimes() {
        orderTime = orderTime?.clampedToDates
        shownTime = shownTime?.clampedToDates
        assumedTime = assumedTime?.clampedToDates
        editTime = editTime?.clampedToDates
        if let time = body.boosted?.time { body.boosted?.time = time.clampedToDates }
        if let time = body.quoted?.time { body.quoted?.time = time.clampedToDates }
    }
}
