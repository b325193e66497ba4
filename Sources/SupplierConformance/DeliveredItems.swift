import EngineConcepts

/// The items that a supplier has delivered so far.
struct DeliveredItems {
    private var names: Set<String> = []
    /// The different texts, in the order of delivery.
    private var texts: [String] = []
    private var knownTexts: Set<String> = []

    mutating func add(_ items: [SourceItem]) {
        names.formUnion(items.map(\.id))
        for text in items.map(\.wholeText) where knownTexts.insert(text).inserted { texts.append(text) }
    }

    /// Returns the items of `expected` in `timeframe` that were not delivered.
    func missing(of expected: ExpectedItems, in timeframe: Timeframe = .always) -> [ScriptedItem] {
        let items = expected.items.filter { timeframe.contains($0.time) }
        if expected.isNamed { return items.filter { !names.contains($0.id) } }
        var last = 0
        return items.filter { item in
            guard let index = indexOfText(with: item, near: last) else { return true }
            last = index
            return false
        }
    }

    /// Returns the index of a text that has the item's, or `nil` if there is none. Looks around `last` first: pages have
    /// neighbours side by side, and searching all texts for each item takes quadratic time.
    private func indexOfText(with item: ScriptedItem, near last: Int) -> Int? {
        for distance in texts.indices {
            let places = distance == 0 ? [last] : [last + distance, last - distance]
            if let found = places.first(where: { texts.indices.contains($0) && texts[$0].contains(item.text) }) {
                return found
            }
        }
        return nil
    }
}
