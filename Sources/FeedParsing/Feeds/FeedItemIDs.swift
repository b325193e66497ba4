import EngineConcepts
import WebText

/// Gives each item of a document a unique ID that stays the same over requests.
package enum FeedItemIDs {
    /// A property that can distinguish items with the same ID, or `nil` if the item has none.
    private typealias Part = (FeedItem) -> String?

    /// Assigns an ID to each item. An item keeps the ID that the feed gave it. Without one, the ID is the link without
    /// ``TrackingParameters``; without a link, a hash of the content.
    ///
    /// If different items share an ID, the first property in which they differ is appended: link, date or title; for
    /// IDs that the feed did not give, also the text. In Atom, an entry that appears again with another title is
    /// another version of the same entry (RFC 4287 §4.1.1).
    static func assign(to items: inout [FeedItem], _ format: FeedDocument.Format) {
        var names: Set<String> = []
        names.reserveCapacity(items.count)
        var shared: Set<String> = []
        var unnamed: Set<String> = []
        for index in items.indices {
            let isUnnamed = items[index].id.isEmpty
            if isUnnamed { items[index].id = name(ofUnnamed: items[index]) }
            let id = items[index].id
            if !names.insert(id).inserted { shared.insert(id) }
            if isUnnamed { unnamed.insert(id) }
        }
        guard !shared.isEmpty else { return }
        let groups = Dictionary(grouping: items.indices.filter { shared.contains(items[$0].id) }) { items[$0].id }
        let link: Part = { $0.link }
        let page: Part = { $0.link.map(TrackingParameters.removed) }
        let date: Part = { $0.published?.rfc3339 }
        let title: Part = { $0.title.map { hash($0) } }
        let text: Part = { ($0.content ?? $0.summary).map { hash($0.source) } }
        for (id, group) in groups {
            let parts =
                unnamed.contains(id)
                ? [page, { $0.orderTime?.rfc3339 }, title, text] : format.isAtom ? [link, date] : [link, date, title]
            disambiguate(group, in: &items, by: parts[...])
        }
    }

    /// Appends to the common ID of these items the first property in which they differ, and repeats this for those
    /// that are still equal.
    private static func disambiguate(_ group: [Int], in items: inout [FeedItem], by parts: ArraySlice<Part>) {
        guard group.count > 1, let part = parts.first else { return }
        let alike = Dictionary(grouping: group) { part(items[$0]) }
        for (value, members) in alike {
            if alike.count > 1, let value {
                for index in members {
                    items[index].sharedID = items[index].sharedID ?? items[index].id
                    items[index].id += " " + value
                }
            }
            disambiguate(members, in: &items, by: parts.dropFirst())
        }
    }

    private static func hash(_ text: String) -> String {
        String(StableHash.fnv1a(text.utf8), radix: 36)
    }

    private static func name(ofUnnamed item: FeedItem) -> String {
        item.link.map(TrackingParameters.removed) ?? derived(from: item)
    }

    /// Returns the ID that the item had in versions that used links with all parameters, or `nil` if its ID is
    /// unchanged or not a link.
    package static func formerID(of item: FeedItem) -> String? {
        guard let link = item.link, item.id != link, item.id == TrackingParameters.removed(from: link) else {
            return nil
        }
        return link
    }

    /// Returns an ID derived from title and date or, without a title, from the text.
    private static func derived(from item: FeedItem) -> String {
        var hash = StableHash.seed
        func combine(_ text: String?) {
            hash = StableHash.fnv1a((text ?? "").utf8.prefix(2048), seed: hash)
            hash = StableHash.combined(hash, 0xff)
        }
        combine(item.title)
        combine(item.published.map { String($0.milliseconds) })
        combine(item.enclosures.first?.url)
        if item.title == nil { combine((item.content ?? item.summary)?.source) }
        return "derived:" + String(hash, radix: 36)
    }
}
