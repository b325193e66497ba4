import ViewModels

/// Lays out the rows of outlines. The view-model asks it for heights, the screen for lines.
final class OutlineLayout: OutlineMeasuring {
    let cache: LayoutCache<OutlineRow, RowFormat, RowLines>
    private var appearance: Appearance { cache.appearance }
    private var keys: ShownKeys { cache.keys }

    init(appearance: Appearance, keys: ShownKeys) {
        // More rows than outlines usually have.
        cache = LayoutCache(appearance: appearance, keys: keys, maximumResults: 4000)
    }

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
