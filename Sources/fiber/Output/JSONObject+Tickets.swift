import Application
import EngineConcepts

extension JSONObject {
    /// The members that the objects of tickets can have.
    static let ticketMembers: Set<String> = [
        "type", "id", "source", "supplier", "sourceName", "supplierName", "time", "shownTime", "editTime", "title",
        "author", "text", "html", "url", "commentsURL", "topics", "language", "languageDetected", "read", "starred",
        "later", "score", "likes", "boosts", "replies", "alsoOn", "enclosures", "images", "warning",
    ]

    /// The members that the objects of gaps can have.
    static let gapMembers: Set<String> = [
        "type", "id", "newest", "oldest", "partial", "missing", "waiting", "withheld",
    ]

    /// The members that the objects of sources can have.
    static let sourceMembers: Set<String> = [
        "type", "id", "name", "url", "movedTo", "topics", "paused", "pausedBy", "condition", "error", "errorCode",
        "retryAt", "warning", "warningCode", "lastSuccess",
    ]

    /// Creates the JSON of a gap as `timeline --json` prints it. `waiting` is also printed as `withheld`, and `source`
    /// as `supplier`, until 1.0.
    ///
    /// - Parameter waiting: The number of stored tickets that are shown once the gap is filled, or `nil` if it was not
    ///   counted.
    init(_ gap: Gap, waiting: Int?) {
        let start = gap.timeframe.start
        let end = gap.timeframe.end
        self = [
            "type": "gap", "id": gap.id.description, "newest": start.isFinite ? start.rfc3339 : nil,
            "oldest": end.isFinite ? end.rfc3339 : nil, "partial": gap.kind == .partial,
            "missing": gap.missing.map(JSONObject.init),
        ]
        guard let waiting else { return }
        self["waiting"] = waiting
        self["withheld"] = waiting
    }

    /// Creates the JSON of the part of a gap that a source has not delivered. The number of lost items is left out if it is
    /// unknown.
    private init(_ missing: Gap.Missing) {
        let source = missing.supplier.rawValue
        self = ["source": source, "supplier": source, "cause": missing.cause.code]
        if case .agedOut(let lost) = missing.cause { self["lost"] = lost }
    }
}
