import EngineConcepts

/// The items that a supplier has delivered so far.
struct DeliveredItems {
    private var names: Set<String> = []
    private var texts: Set<String> = []

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
