import EngineConcepts
import WebText

/// Gives each item of a document a unique ID that stays the same over requests.
package enum FeedItemIDs {
    /// A property that can distinguish items with the same ID, or `nil` if the item has none.
    private typealias Part = (FeedItem) -> String?

    /// Assigns an ID to each item. An item keeps the ID that the feed gave it. Without one, the ID is the link without
    /// ``TrackingParameters``; without a link, a hash of the content.
    ///
    /// If different items share an ID, their links are appended if these distinguish all of them, otherwise link, date and
    /// title; for IDs that the feed did not give, also the text of those that are still equal. In Atom, an entry that appears
    /// again with another title is another version of the same entry (RFC 4287 §4.1.1).
    ///
    /// Removes each item that repeats the given ID, the link, the texts and the files of an earlier one: it is that item,
    /// whatever its date.
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
        var seen: Set<ItemContent> = []
        items.removeAll { item in
            shared.contains(item.id) && !unnamed.contains(item.id) && !seen.insert(ItemContent(item)).inserted
        }
        let groups = Dictionary(grouping: items.indices.filter { shared.contains(items[$0].id) }) { items[$0].id }
        let link: Part = { $0.link }
        let page: Part = { $0.link.map(TrackingParameters.removed) }
        let date: Part = { $0.published?.rfc3339 }
        let title: Part = { $0.title.map { hash($0) } }
        for (id, group) in groups {
            if unnamed.contains(id) {
                distinguish(group, in: &items, by: page, [{ $0.orderTime?.rfc3339 }, title])
                for alike in Dictionary(grouping: group, by: { items[$0].id }).values {
                    distinguish(alike, in: &items, by: { ($0.content ?? $0.summary).map { hash($0.source) } })
                }
            } else {
                distinguish(group, in: &items, by: link, format.isAtom ? [date] : [date, title])
            }
        }
    }

    /// Appends `part` to the common ID of these items if it distinguishes all of them, otherwise that and `others`. Leaves
    /// items that are equal in all of these as they are: they are one.
    ///
    /// Appends all of `others`, although the first might do for this document: on another page, or when the window has moved
    /// on, an item has other neighbours.
    private static func distinguish(
        _ group: [Int], in items: inout [FeedItem], by part: @escaping Part, _ others: [Part] = []
    ) {
        let count = Set(group.map { part(items[$0]) }).count
        var parts = count > 1 ? [part] : []
        if count < group.count { parts += others }
        let values = group.map { index in parts.map { $0(items[index]) } }
        guard Set(values).count > 1 else { return }
        for (index, values) in zip(group, values) { append(values.compactMap { $0 }, to: &items[index]) }
    }

    /// Appends parts to the ID of an item, which it shares with others.
    private static func append(_ parts: [String], to item: inout FeedItem) {
        let id = ([item.id] + parts).joined(separator: " ")
        item.sharedIDs =
            parts
            .reduce(item.sharedIDs + [item.id]) { ids, part in ids + ids.map { "\($0) \(part)" } }
            .filter { $0 != id }
        item.id = id
    }

    /// Distinguishes the items of a page from those of the pages before it in the same way as if they were in one document: an
    /// item that is alone on its page has its link as its ID, even if items of another page share that.
    package static func distinguish(_ page: inout [FeedItem], from items: [FeedItem]) {
        let shared = Set(items.flatMap(\.sharedIDs))
        for index in page.indices where shared.contains(page[index].id) {
            let item = page[index]
            guard item.id == item.link.map(TrackingParameters.removed) else { continue }
            append([item.orderTime?.rfc3339, item.title.map { hash($0) }].compactMap { $0 }, to: &page[index])
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

/// The parts of an item that make it another one than those of the same ID.
private struct ItemContent: Hashable {
    let id: String
    let title: String?
    let link: String?
    let summary: FeedText?
    let content: FeedText?
    let files: [String]

    init(_ item: FeedItem) {
        id = item.id
        title = item.title
        link = item.link
        summary = item.summary
        content = item.content
        files = item.enclosures.map(\.url)
    }
}
