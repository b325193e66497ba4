import EngineConcepts
import FeedParsing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// What a feed's supplier is reminded of with each request. Stored with the items, so that a validator never outlives
/// what it vouches for.
struct FeedMemory: Hashable, Codable {
    /// Where to ask instead of the address that the reader gave: the target of a permanent redirect.
    var address: String?
    /// The validator of the last answer.
    var entityTag: String?
    /// When the last answer says that it was changed.
    var lastModified: String?
    /// A number made of the last document, where the source gives no validators.
    var digest: Int64?
    /// How many items the feed had altogether, where it counts them.
    var total: Int64?
    /// How many items left the feed's window unread before its last document, where the feed counts them and nobody has
    /// looked yet whether older pages hold them.
    var lost: Int64?
    /// Whether the feed's address takes page numbers; nil while nobody has tried.
    var numbering: PageNumbering?
    /// How the feed's own document ended; kept where it is not known whether its address takes page numbers.
    var foot: PageNumbering.Foot?
    /// Where the feed's pages lead; nil while nobody has looked, or there was none.
    var pages: PageDirection?
    /// How often it has something new.
    var pace: FeedPace?
    /// When it is worth asking again, in seconds.
    var due: Int64?
    /// Since when the feed's own document has broken off each time, in seconds; nil where the last one was whole.
    var brokenSince: Int64?
    /// The archives whose items are stored, newest first: their content does not change any more (RFC 5005 §4).
    var archives: [Archive]?

    /// More archives than this are not remembered: what lies further down is seldom asked for twice.
    private static let longestArchives = 64

    /// An archive that was read.
    struct Archive: Hashable, Codable {
        /// Where it is.
        var address: String
        /// The time of its oldest item, in seconds.
        var oldest: Int64
        /// Where the archive before it is; nil where it is the first.
        var previous: String?
    }

    /// So long a document that breaks off is believed to come whole the next time.
    private static let doubt = Duration.seconds(86_400)

    /// Whether what the feed sends breaks off by habit: what follows it is read all the same.
    func isBrokenByHabit(at now: Timestamp) -> Bool {
        brokenSince.map { now.since(Timestamp(seconds: $0)) >= Self.doubt } ?? false
    }

    /// Remembers an archive.
    mutating func remember(_ archive: Archive) {
        var known = archives ?? []
        known.removeAll { $0.address == archive.address }
        known.insert(archive, at: known.firstIndex { $0.oldest < archive.oldest } ?? known.endIndex)
        archives = Array(known.prefix(Self.longestArchives))
    }

    /// The archive at `address`, where nothing in it is older than `edge`: whoever knows everything down to the edge need
    /// not read it.
    func archive(at address: String, above edge: Timestamp) -> Archive? {
        archives?.first { $0.address == address && Timestamp(seconds: $0.oldest + 1) >= edge }
    }

    /// Remembers nothing.
    init() {}

    /// Reads what ``text`` wrote. A memory that cannot be read is none: the worst that follows is a full answer.
    init(_ text: String?) {
        guard let text, !text.isEmpty else { return }
        do {
            self = try JSONDecoder().decode(FeedMemory.self, from: Data(text.utf8))
        } catch {
            self = FeedMemory()
        }
    }

    /// The memory as text.
    var text: String? {
        var json = JSONLine()
        json.object { json in
            if let address { json.member("address", address) }
            if let entityTag { json.member("entityTag", entityTag) }
            if let lastModified { json.member("lastModified", lastModified) }
            if let digest { json.member("digest", digest) }
            if let total { json.member("total", total) }
            if let lost { json.member("lost", lost) }
            if let numbering { json.member("numbering", numbering.rawValue) }
            if let foot {
                json.member("foot") { json in
                    json.member("edge", foot.edge)
                    json.member("item", foot.item)
                }
            }
            if let pages { json.member("pages", pages.rawValue) }
            if let due { json.member("due", due) }
            if let brokenSince { json.member("brokenSince", brokenSince) }
            if let archives, !archives.isEmpty {
                json.array("archives", archives) { json, archive in
                    json.object { json in
                        json.member("address", archive.address)
                        json.member("oldest", archive.oldest)
                        if let previous = archive.previous { json.member("previous", previous) }
                    }
                }
            }
            if let pace {
                json.member("pace") { json in
                    if let newest = pace.newest { json.member("newest", newest) }
                    if let gap = pace.gap { json.member("gap", gap) }
                    if let lifetime = pace.lifetime { json.member("lifetime", lifetime) }
                    if let hours = pace.quietHours { json.member("quietHours", hours) }
                    if let days = pace.quietDays { json.member("quietDays", days) }
                }
            }
        }
        return self == FeedMemory() ? nil : json.text
    }
}
