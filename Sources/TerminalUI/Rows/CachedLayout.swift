/// Lays out tickets or rows, and keeps each result until the item, the options (such as the width), the appearance or the keys
/// change.
class CachedLayout<Item: Identifiable & Equatable, Options: Equatable, Result> {
    private(set) var appearance: Appearance
    private(set) var keys: ShownKeys
    private var cache: [Item.ID: (item: Item, options: Options, result: Result)] = [:]
    private let maximumResults: Int

    /// - Parameter maximumResults: The number of results at which the cache is cleared. Items that are no longer shown are not
    ///   asked for again.
    init(appearance: Appearance, keys: ShownKeys, maximumResults: Int) {
        self.appearance = appearance
        self.keys = keys
        self.maximumResults = maximumResults
    }

    /// Adopts a style and keys. Other ones than before clear the cache.
    final func update(_ appearance: Appearance, _ keys: ShownKeys) {
        if appearance != self.appearance || keys != self.keys { cache = [:] }
        self.appearance = appearance
        self.keys = keys
    }

    /// Returns the layout of an item, which is made by `layOut` unless it is known.
    final func layout(of item: Item, _ options: Options, _ layOut: () -> Result) -> Result {
        if let entry = cache[item.id], entry.options == options, entry.item == item { return entry.result }
        if cache.count >= maximumResults { cache = [:] }
        let result = layOut()
        cache[item.id] = (item, options, result)
        return result
    }
}
