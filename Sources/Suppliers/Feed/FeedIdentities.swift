import EngineConcepts

/// Gives each item of a document a name that is its own and stays the same over fetches.
enum FeedIdentities {
    /// Items keep the name that the feed gave them. Where it gave none, the link is the name; where there is no link,
    /// a number derived from what the item says. A name that stands for different pages in one document is none: the
    /// link is put behind it.
    static func assign(to items: inout [FeedItem]) {
        var firstWithID: [String: Int] = [:]
        firstWithID.reserveCapacity(items.count)
        var shared: Set<String> = []
        for index in items.indices {
            if items[index].id.isEmpty { items[index].id = items[index].link ?? derived(from: items[index]) }
            let id = items[index].id
            if let first = firstWithID[id] {
                if items[first].link != items[index].link { shared.insert(id) }
            } else {
                firstWithID[id] = index
            }
        }
        guard !shared.isEmpty else { return }
        for index in items.indices where shared.contains(items[index].id) {
            if let link = items[index].link { items[index].id += " " + link }
        }
    }

    /// A name from title and date; without a title, from the text.
    private static func derived(from item: FeedItem) -> String {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        func combine(_ text: String?) {
            for byte in text?.utf8.prefix(2048) ?? "".utf8.prefix(0) {
                hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01b3
            }
            hash = (hash ^ 0xff) &* 0x0000_0100_0000_01b3
        }
        combine(item.title)
        combine(item.published.map { String($0.milliseconds) })
        combine(item.enclosures.first?.url)
        if item.title == nil { combine((item.content ?? item.summary)?.source) }
        return "derived:" + String(hash, radix: 36)
    }
}
