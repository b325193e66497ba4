import FeedParsing
import FoundationBasics
import WebText

// The memory as text, and its parser.
extension FeedMemory {
    /// Parses the output of ``text``. Invalid text gives an empty memory, which costs one full response.
    init(_ text: String?) {
        self.init()
        guard let text, !text.isEmpty else { return }
        if let memory = FeedMemory(usual: text) {
            self = memory
            return
        }
        do {
            self = try JSONDecoder().decode(FeedMemory.self, from: Data(text.utf8))
        } catch {
            // It stays empty.
        }
    }

    /// The memory as text.
    var text: String? {
        var json = JSONLine()
        json.object { json in
            if let address { json.member("address", address) }
            if let origin { json.member("origin", origin) }
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
                    if let former = foot.former { json.member("former", former) }
                }
            }
            if let lastItem { json.member("lastItem", lastItem) }
            if let itemAboveLast { json.member("itemAboveLast", itemAboveLast) }
            if let pages { json.member("pages", pages.rawValue) }
            if let due { json.member("due", due) }
            if let brokenSince { json.member("brokenSince", brokenSince) }
            if let unprovenEnd {
                json.member("unprovenEnd") { json in
                    json.member("since", unprovenEnd.since)
                    json.member("below", unprovenEnd.below)
                    json.member("count", unprovenEnd.count)
                    if let last = unprovenEnd.last { json.member("last", last) }
                }
            }
            if let unordered { json.member("unordered", unordered) }
            if let strays, !strays.isEmpty {
                json.array("strays", strays) { json, stray in json.number(stray) }
            }
            if let archives, !archives.isEmpty {
                json.array("archives", archives) { json, archive in
                    json.object { json in
                        json.member("address", archive.address)
                        json.member("oldest", archive.oldest)
                        if let previous = archive.previous { json.member("previous", previous) }
                        if let items = archive.items { json.member("items", items) }
                    }
                }
            }
            if let ahead {
                json.member("ahead") { json in
                    if let next = ahead.next { json.member("next", next) }
                    json.member("time", ahead.time)
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

    /// Reads the output of ``text`` if it has only the members that nearly all feeds have, or returns `nil`. A decoder takes
    /// ten times as long, and a refresh reads as many memories as there are feeds.
    init?(usual text: String) {
        var text = text
        let memory = text.withUTF8 { bytes in
            var scanner = JSONScanner(bytes)
            return Self.read(&scanner)
        }
        guard let memory else { return nil }
        self = memory
    }

    private static func read(_ json: inout JSONScanner) -> FeedMemory? {
        guard json.take("{") else { return nil }
        var memory = FeedMemory()
        repeat {
            guard let key = json.key(), memory.read(key, &json) else { return nil }
        } while json.take(",")
        return json.take("}") && json.isAtEnd ? memory : nil
    }

    /// Reads the value of a member. Returns false for one that only the decoder reads.
    private mutating func read(_ key: String, _ json: inout JSONScanner) -> Bool {
        switch key {
        case "address": return Self.read(&address, json.string())
        case "origin": return Self.read(&origin, json.string())
        case "entityTag": return Self.read(&entityTag, json.string())
        case "lastModified": return Self.read(&lastModified, json.string())
        case "digest": return Self.read(&digest, json.number())
        case "total": return Self.read(&total, json.number())
        case "lost": return Self.read(&lost, json.number())
        case "lastItem": return Self.read(&lastItem, json.number())
        case "itemAboveLast": return Self.read(&itemAboveLast, json.number())
        case "due": return Self.read(&due, json.number())
        case "brokenSince": return Self.read(&brokenSince, json.number())
        case "unordered": return Self.read(&unordered, json.number())
        case "pace": return Self.read(&pace, FeedPace(&json))
        default: return false
        }
    }

    fileprivate static func read<Value>(_ member: inout Value?, _ value: Value?) -> Bool {
        member = value
        return value != nil
    }
}

extension FeedPace {
    /// Reads an object, or returns `nil` if it has unknown members.
    fileprivate init?(_ json: inout JSONScanner) {
        self.init(changed: nil)
        guard json.take("{") else { return nil }
        if json.take("}") { return }
        repeat {
            guard let key = json.key(), read(key, json.number()) else { return nil }
        } while json.take(",")
        guard json.take("}") else { return nil }
    }

    private mutating func read(_ key: String, _ number: Int64?) -> Bool {
        switch key {
        case "newest": return FeedMemory.read(&newest, number)
        case "gap": return FeedMemory.read(&gap, number)
        case "lifetime": return FeedMemory.read(&lifetime, number)
        case "quietHours": return FeedMemory.read(&quietHours, number)
        case "quietDays": return FeedMemory.read(&quietDays, number)
        default: return false
        }
    }
}
