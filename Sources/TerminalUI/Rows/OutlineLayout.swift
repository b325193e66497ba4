import ViewModels

/// The options of the layout of a row of an outline.
struct OutlineLayoutOptions: Equatable {
    let width: Int
    let density: Density
    let timeStyle: TimeStyle
}

/// Lays out the rows of outlines. The view-model asks it for heights, the screen for lines.
final class OutlineLayout: CachedLayout<OutlineRow, OutlineLayoutOptions, RowLines>, OutlineMeasuring {
    init(appearance: Appearance, keys: ShownKeys) {
        // More rows than outlines usually have.
        super.init(appearance: appearance, keys: keys, maximumResults: 4000)
    }

    func lines(of row: OutlineRow, width: Int, density: Density, timeStyle: TimeStyle) -> Int {
        laidOut(row, width: width, density: density, timeStyle: timeStyle).height
    }

    func laidOut(_ row: OutlineRow, width: Int, density: Density, timeStyle: TimeStyle) -> RowLines {
        layout(of: row, OutlineLayoutOptions(width: width, density: density, timeStyle: timeStyle)) {
            OutlineRowLayout(
                appearance: appearance, columns: OutlineColumns(width: width), density: density, timeStyle: timeStyle,
                keys: keys
            )
            .lines(of: row)
        }
    }
}
