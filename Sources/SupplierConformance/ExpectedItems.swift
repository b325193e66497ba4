import EngineConcepts

/// The items of a source, for comparison with what its supplier delivers.
struct ExpectedItems {
    /// The items.
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

/// The items that a supplier has delivered so far.
struct Delivered {
    private var names: Set<String> = []
    private var texts: Set<String> = []

    /// Adds a page.
    mutating func add(_ items: [SourceItem]) {
        names.formUnion(items.map(\.id))
        texts.formUnion(items.map(\.wholeText))
    }

    /// Returns the items of `expected` in `timeframe` that were not delivered.
    func missing(of expected: ExpectedItems, in timeframe: Timeframe = .always) -> [ScriptedItem] {
        expected.items.filter { timeframe.contains($0.time) && !holds($0, expected) }
    }

    private func holds(_ item: ScriptedItem, _ expected: ExpectedItems) -> Bool {
        expected.isNamed ? names.contains(item.id) : texts.contains { $0.contains(item.text) }
    }
}

extension SourceItem {
    /// The whole text.
    var wholeText: String {
        [body.title, body.text.source, body.summary?.source].compactMap(\.self).joined(separator: "\n")
    }
}
