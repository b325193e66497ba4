/// Keeps the layouts of tickets or rows until the item, the options (such as the width), the appearance or the keys change.
///
/// The layouts have a cache instead of being one: a generic class above them would be looked up by the names of all its
/// arguments before the first frame.
final class LayoutCache<Item: Identifiable & Equatable, Options: Equatable, Result> {
    private(set) var appearance: Appearance
    private(set) var keys: ShownKeys
    /// The number of results at which the cache is cleared. Items that are no longer shown are not asked for again.
    private let maximumResults: Int
    private var results: [Item.ID: (item: Item, options: Options, result: Result)] = [:]

    init(appearance: Appearance, keys: ShownKeys, maximumResults: Int) {
        self.appearance = appearance
        self.keys = keys
        self.maximumResults = maximumResults
    }

    /// Adopts an appearance and keys. Clears the cache if either is another one.
    func update(_ appearance: Appearance, _ keys: ShownKeys) {
        if appearance != self.appearance || keys != self.keys { results = [:] }
        self.appearance = appearance
        self.keys = keys
    }

    /// Returns the layout of an item, which is made by `layOut` unless it is known.
    func layout(of item: Item, _ options: Options, _ layOut: () -> Result) -> Result {
        if let known = results[item.id], known.options == options, known.item == item { return known.result }
        if results.count >= maximumResults { results = [:] }
        let result = layOut()
        results[item.id] = (item, options, result)
        return result
    }
}
