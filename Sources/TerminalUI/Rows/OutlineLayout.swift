import ViewModels

/// Lays out the rows of outlines. The view-model asks it for heights, the screen for lines.
final class OutlineLayout: OutlineMeasuring {
    private let cache: LayoutCache<OutlineRow, RowFormat, RowLines>
    private var appearance: Appearance { cache.appearance }
    private var keys: ShownKeys { cache.keys }

    init(appearance: Appearance, keys: ShownKeys) {
        // More rows than outlines usually have.
        cache = LayoutCache(appearance: appearance, keys: keys, maximumResults: 4000)
    }

    /// Adopts an appearance and keys.
    func update(_ appearance: Appearance, _ keys: ShownKeys) { cache.update(appearance, keys) }

    func lines(of row: OutlineRow, in format: RowFormat) -> Int { laidOut(row, in: format).height }

    func laidOut(_ row: OutlineRow, in format: RowFormat) -> RowLines {
        cache.layout(of: row, format) {
            OutlineRowLayout(
                appearance: appearance, columns: OutlineColumns(width: format.width), density: format.density,
                timeStyle: format.timeStyle, keys: keys
            )
            .lines(of: row)
        }
    }
}
