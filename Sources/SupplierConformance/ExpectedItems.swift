import EngineConcepts

/// The items of a source, for comparison with what its supplier delivers.
struct ExpectedItems {
    let items: [ScriptedItem]
    /// True to identify items by the supplier's IDs; false to identify them by content, since a supplier may choose
    /// its IDs.
    let isNamed: Bool

    /// Creates the items of a scripted source.
    init(_ items: [ScriptedItem]) {
        self.items = items
        isNamed = false
    }

    /// Creates the items of a complete read. Items without a time say nothing about claims.
    init(read items: [SourceItem]) {
        self.items = items.compactMap { item in
            item.orderTime.map { ScriptedItem(id: item.id, time: $0, text: item.wholeText) }
        }
        isNamed = true
    }
}

extension SourceItem {
    /// The whole text.
    var wholeText: String {
        [body.title, body.text.source, body.summary?.source].compactMap(\.self).joined(separator: "\n")
    }
}
