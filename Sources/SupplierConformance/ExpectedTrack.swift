import EngineConcepts

/// What a source holds, to be compared with what its supplier delivers.
struct ExpectedTrack {
    /// The items.
    let items: [ScriptedItem]
    /// Whether items are known by the supplier's own names. Else by what they say, since a supplier may name them as it
    /// likes.
    let isNamed: Bool

    /// What a source was told to hold.
    init(_ items: [ScriptedItem]) {
        self.items = items
        isNamed = false
    }

    /// What a whole reading brought. Items without a time prove nothing about claims.
    init(read items: [SourceItem]) {
        self.items = items.compactMap { item in
            item.orderTime.map { ScriptedItem(id: item.id, time: $0, text: item.wholeText) }
        }
        isNamed = true
    }
}

/// What a supplier has delivered so far.
struct Delivered {
    private var names: Set<String> = []
    private var texts: Set<String> = []

    /// Takes in a page.
    mutating func add(_ items: [SourceItem]) {
        names.formUnion(items.map(\.id))
        texts.formUnion(items.map(\.wholeText))
    }

    /// What of `truth` lies in `timeframe` and was not delivered.
    func missing(of truth: ExpectedTrack, in timeframe: Timeframe = .always) -> [ScriptedItem] {
        truth.items.filter { timeframe.contains($0.time) && !holds($0, truth) }
    }

    private func holds(_ item: ScriptedItem, _ truth: ExpectedTrack) -> Bool {
        truth.isNamed ? names.contains(item.id) : texts.contains { $0.contains(item.text) }
    }
}

extension SourceItem {
    /// All that it says.
    var wholeText: String {
        [body.title, body.text.source, body.summary?.source].compactMap(\.self).joined(separator: "\n")
    }
}
