import WebText

extension FeedMemory {
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
        case "entityTag": return Self.read(&entityTag, json.string())
        case "lastModified": return Self.read(&lastModified, json.string())
        case "digest": return Self.read(&digest, json.number())
        case "total": return Self.read(&total, json.number())
        case "lost": return Self.read(&lost, json.number())
        case "lastItem": return Self.read(&lastItem, json.number())
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
