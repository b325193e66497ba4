import Application
import EngineConcepts
import FeedParsing
import Queries
import WebText

/// Tickets as `timeline --json` prints them: a line of JSON for each, with its members in alphabetical order.
///
/// Writes bytes without making an object first, because some commands print every stored ticket.
struct TicketLines: ~Copyable, Sendable {
    private var json: JSONLine
    /// The members to print, or `nil` for all.
    private let fields: FieldSelection?
    /// True if the text of tickets is needed.
    private let withText: Bool
    /// True if the language of tickets is needed.
    private let withLanguage: Bool

    init(_ fields: FieldSelection? = nil, capacity: Int = 4096) {
        self.fields = fields
        withText = fields.wants("text", "images")
        withLanguage = fields.wants("language", "languageDetected")
        json = JSONLine(escapesDelete: false, capacity: capacity)
    }

    /// Returns the line of one ticket, without a line feed.
    static func line(
        of entry: TrackEntry, sourceName: String, topics: [String], _ presentation: Presentation
    ) -> String {
        var lines = TicketLines()
        lines.add(entry, sourceName: sourceName, topics: topics, PrintedTicket(presentation))
        return String(decoding: lines.bytes.dropLast(), as: UTF8.self)
    }

    /// The lines so far, each with its line feed.
    private var bytes: [UInt8] { json.bytes }

    /// Prints the lines so far on standard output.
    func print() throws { try json.withBytes { try Console.write($0) } }

    /// Adds a ticket unless it has none of the selected members.
    ///
    /// The language is the one that the source states, or else the detected one. Counts are printed if the source has
    /// them. `source` and `sourceName` are also printed as `supplier` and `supplierName` until 1.0.
    mutating func add(_ entry: TrackEntry, sourceName: String, by presenter: (any Presenter)?, topics: [String]) {
        add(
            entry, sourceName: sourceName, topics: topics,
            presenter?.printed(entry.ticket, withText: withText) ?? PrintedTicket(Presentation()))
    }

    /// Adds a ticket that was presented already.
    mutating func add(_ entry: TrackEntry, sourceName: String, topics: [String], _ printed: PrintedTicket) {
        // No parts of the entry are kept in variables: that would copy whatever they consist of.
        let start = json.count
        json.beginObject()
        let empty = json.count
        if let others = entry.storyMember?.others {
            put("alsoOn") { $0.array(others) { $0.string($1.description) } }
        }
        put("author", entry.ticket.body.author?.name)
        putCount("boosts", entry.ticket.body.counts.boosts)
        put("commentsURL", printed.discussion)
        put("editTime", entry.ticket.editTime?.rfc3339)
        put("enclosures") { $0.array(printed.media.filter { $0.kind != .image }) { Self.write($1, to: &$0) } }
        if case .html(let markup, _) = entry.ticket.body.text { put("html", markup) } else { put("html", nil) }
        // The description of the ticket's ID.
        put("id") { $0.string(entry.ticket.supplier.rawValue, .slash, entry.ticket.id.item) }
        put("images") { Self.writeImages(of: printed, to: &$0) }
        if withLanguage {
            let language = entry.ticket.contentLanguage
            put("language", language)
            put("languageDetected", (entry.ticket.body.language ?? "").isEmpty && language != nil)
        }
        put("later", entry.marks.isLater)
        putCount("likes", entry.ticket.body.counts.likes)
        put("read", entry.marks.isRead)
        putCount("replies", entry.ticket.body.counts.replies)
        putCount("score", entry.ticket.body.counts.points)
        let time = entry.ticket.key.time.rfc3339
        put("shownTime", entry.ticket.shownTime == entry.ticket.key.time ? time : entry.ticket.shownTime.rfc3339)
        put("source", entry.ticket.supplier.rawValue)
        put("sourceName", sourceName)
        put("starred", entry.marks.isStarred)
        put("supplier", entry.ticket.supplier.rawValue)
        put("supplierName", sourceName)
        put("text") { $0.string(printed.text?.text ?? []) }
        put("time", time)
        put("title", printed.title)
        put("topics") { $0.array(topics) { $0.string($1) } }
        put("type", "ticket")
        put("url", entry.ticket.body.link)
        if let warning = entry.ticket.body.contentWarning { put("warning", warning) }
        guard fields == nil || json.count > empty else { return json.removeLine(from: start) }
        json.endObject()
        json.endLine()
    }

    /// Adds another object, as far as its members are selected.
    mutating func add(_ object: JSONObject) {
        guard let selectedObject = fields.map({ object.only($0.names) }) ?? object else { return }
        json.raw(selectedObject.bytes)
        json.endLine()
    }

    private mutating func put(_ name: StaticString, _ write: (inout JSONLine) -> Void) {
        if let fields, !fields.names.contains("\(name)") { return }
        json.plainKey(name)
        write(&json)
    }

    private mutating func put(_ name: StaticString, _ text: String?) {
        put(name) { json in
            if let text { json.string(text) } else { json.null() }
        }
    }

    private mutating func put(_ name: StaticString, _ flag: Bool) {
        put(name) { $0.bool(flag) }
    }

    private mutating func putCount(_ name: StaticString, _ count: Int?) {
        if let count { put(name) { $0.number(Int64(count)) } }
    }

    /// Writes the attached pictures, and then those within the text, each once.
    private static func writeImages(of printed: PrintedTicket, to json: inout JSONLine) {
        let attached = printed.media.filter { $0.kind == .image }
        json.beginArray()
        for media in attached { write(media, to: &json) }
        if let images = printed.text?.images, !images.isEmpty {
            var known = Set(attached.map(\.url))
            for image in images where known.insert(image).inserted {
                json.beginObject()
                json.plainKey("url")
                json.string(image)
                json.endObject()
            }
        }
        json.endArray()
    }

    /// Writes an attached medium. What its source does not say is null.
    private static func write(_ media: Media, to json: inout JSONLine) {
        json.object { json in
            json.member("description", media.alternativeText)
            if media.kind == .image, let height = media.height { json.member("height", Int64(height)) }
            json.member("length", media.byteCount)
            json.member("seconds", media.seconds.map(Int64.init))
            json.member("type", media.type)
            json.member("url", media.url)
            if media.kind == .image, let width = media.width { json.member("width", Int64(width)) }
        }
    }
}
