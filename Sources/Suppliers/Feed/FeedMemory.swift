import EngineConcepts

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
    /// Whether the feed's address takes page numbers; nil while nobody has tried.
    var numbering: Numbering?
    /// How often it has something new.
    var pace: FeedPace?
    /// When it is worth asking again, in seconds.
    var due: Int64?

    /// What came of asking for a page by its number.
    enum Numbering: String, Hashable, Codable {
        /// It led to older items.
        case works
        /// It led to nothing, or to the same again.
        case useless
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
            if let numbering { json.member("numbering", numbering.rawValue) }
            if let due { json.member("due", due) }
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

/// A number made of all bytes of a document: FNV-1a with 64 bits. Says "the same again", proves nothing.
struct DocumentDigest {
    /// The number so far.
    var value: Int64 { Int64(bitPattern: state) }

    private var state: UInt64 = 0xcbf2_9ce4_8422_2325

    /// Takes in the next bytes.
    mutating func combine(_ bytes: [UInt8]) {
        for byte in bytes {
            state = (state ^ UInt64(byte)) &* 0x0000_0100_0000_01b3
        }
    }
}
