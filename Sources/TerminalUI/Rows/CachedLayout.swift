/// Lays out tickets or rows, and keeps each result until the item, the options (such as the width), the appearance or the keys
/// change.
class CachedLayout<Item: Identifiable & Equatable, Options: Equatable, Result> {
    private(set) var appearance: Appearance
    private(set) var keys: ShownKeys
    private var cache: [Item.ID: (item: Item, options: Options, result: Result)] = [:]

    /// The number of results at which the cache is cleared. Items that are no longer shown are not asked for again.
    class var maximumResults: Int { 1000 }

    init(appearance: Appearance, keys: ShownKeys) {
        self.appearance = appearance
        self.keys = keys
    }

    /// Adopts an appearance and keys. Clears the cache if either is another one.
    final func update(_ appearance: Appearance, _ keys: ShownKeys) {
        if appearance != self.appearance || keys != self.keys { cache = [:] }
        self.appearance = appearance
        self.keys = keys
    }

    /// Returns the layout of an item, which is made by `layOut` unless it is known.
    final func layout(of item: Item, _ options: Options, _ layOut: () -> Result) -> Result {
        if let entry = cache[item.id], entry.options == options, entry.item == item { return entry.result }
        if cache.count >= Self.maximumResults { cache = [:] }
        let result = layOut()
        cache[item.id] = (item, options, result)
        return result
    }
}
