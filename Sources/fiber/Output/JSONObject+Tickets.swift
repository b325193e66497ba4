import EngineConcepts
import Queries

extension JSONObject {
    /// A ticket as `timeline --json` prints it.
    ///
    /// The language is the one that the source states, or else the detected one. Counts are printed if the source has
    /// them. `supplier` and `supplierName` stand beside `source` and `sourceName` until 1.0.
    ///
    /// - Parameter members: The members that are wanted, or `nil` for all. Some of the others are then left out, since
    ///   they cost more than the rest.
    init(
        _ entry: TrackEntry, sourceName: String, presentation: Presentation, topics: [String],
        members: FieldSelection? = nil
    ) {
        let ticket = entry.ticket
        let counts = ticket.body.counts
        self = [
            "type": "ticket", "id": ticket.id.description, "source": ticket.supplier.rawValue,
            "supplier": ticket.supplier.rawValue, "sourceName": sourceName, "supplierName": sourceName,
            "time": ticket.key.time.rfc3339, "shownTime": ticket.shownTime.rfc3339, "title": presentation.title,
            "author": ticket.body.author?.name, "url": ticket.body.link,
            "topics": topics, "read": entry.marks.isRead,
            "starred": entry.marks.isStarred, "later": entry.marks.isLater,
            "editTime": ticket.editTime?.rfc3339, "commentsURL": presentation.discussion,
            "html": Self.markup(of: ticket.body.text),
            "enclosures": presentation.media.filter { $0.kind != .image }.map(JSONObject.init),
        ]
        if members.wants("text") { self["text"] = presentation.body.plainText }
        if members.wants("images") { self["images"] = Self.images(in: presentation) }
        if members.wants("language", "languageDetected") {
            let language = ticket.contentLanguage
            self["language"] = JSONValue(language)
            self["languageDetected"] = (ticket.body.language ?? "").isEmpty && language != nil
        }
        self["score"] = counts.points
        self["likes"] = counts.likes
        self["boosts"] = counts.boosts
        self["replies"] = counts.replies
        self["alsoOn"] = entry.storyMember?.others.map(\.description)
    }

    /// The members that the objects of tickets, gaps and sources can have.
    static let memberNames: Set<String> = [
        "type", "id", "source", "supplier", "sourceName", "supplierName", "time", "shownTime", "editTime", "title",
        "author", "text", "html", "url", "commentsURL", "topics", "language", "languageDetected", "read", "starred",
        "later", "score", "likes", "boosts", "replies", "alsoOn", "enclosures", "images", "newest", "oldest", "partial",
        "missing", "waiting", "withheld", "name", "movedTo", "paused", "condition", "error", "errorCode", "retryAt",
        "warning", "warningCode", "lastSuccess",
    ]

    /// The markup as delivered, or `nil` if the text has none.
    private static func markup(of text: TicketText) -> String? {
        if case .html(let markup, _) = text { markup } else { nil }
    }

    /// The attached pictures, and then those within the text, each once.
    private static func images(in presentation: Presentation) -> [JSONObject] {
        let attached = presentation.media.filter { $0.kind == .image }
        var known = Set(attached.map(\.url))
        let inText = presentation.body.blocks.flatMap(\.entities)
            .compactMap { $0.kind == .image ? $0.target : nil }
            .filter { known.insert($0).inserted }
        return attached.map(JSONObject.init) + inText.map { ["url": $0] }
    }

    /// An attached medium. What its source does not say is null.
    private init(_ media: Media) {
        self = [
            "url": media.url, "type": media.type, "length": media.byteCount, "seconds": media.seconds,
            "description": media.alternativeText,
        ]
        guard media.kind == .image else { return }
        self["width"] = media.width
        self["height"] = media.height
    }

    /// A gap as `timeline --json` prints it. `withheld` stands beside `waiting`, and `supplier` beside `source`, until
    /// 1.0.
    ///
    /// - Parameter waiting: The number of stored tickets that are shown once the gap is filled.
    init(_ gap: Gap, waiting: Int) {
        let start = gap.timeframe.start
        let end = gap.timeframe.end
        self = [
            "type": "gap", "id": gap.id.description, "newest": start.isFinite ? start.rfc3339 : nil,
            "oldest": end.isFinite ? end.rfc3339 : nil, "partial": gap.kind == .partial,
            "missing": gap.missing.map(JSONObject.init),
        ]
        guard waiting > 0 else { return }
        self["waiting"] = waiting
        self["withheld"] = waiting
    }

    /// The part of a gap that a source has not delivered. The number of lost items is left out if it is unknown.
    private init(_ missing: Gap.Missing) {
        let source = missing.supplier.rawValue
        self = ["source": source, "supplier": source, "cause": missing.cause.code]
        if case .agedOut(let lost) = missing.cause { self["lost"] = lost }
    }
}
