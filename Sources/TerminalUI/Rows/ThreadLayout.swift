import ViewModels

/// The options of the layout of a row of a thread.
struct ThreadLayoutOptions: Equatable {
    let width: Int
    let density: Density
    let timeStyle: TimeStyle
}

/// Lays out the rows of threads. The view-model asks it for heights, the screen for lines.
final class ThreadLayout: CachedLayout<ThreadRow, ThreadLayoutOptions, RowLines>, ThreadMeasuring {
    init(appearance: Appearance, keys: ShownKeys) {
        // More rows than threads usually have.
        super.init(appearance: appearance, keys: keys, maximumResults: 4000)
    }

    func lines(of row: ThreadRow, width: Int, density: Density, timeStyle: TimeStyle) -> Int {
        laidOut(row, width: width, density: density, timeStyle: timeStyle).height
    }

    func laidOut(_ row: ThreadRow, width: Int, density: Density, timeStyle: TimeStyle) -> RowLines {
        layout(of: row, ThreadLayoutOptions(width: width, density: density, timeStyle: timeStyle)) {
            ThreadRowLayout(
                appearance: appearance, columns: ThreadColumns(width: width), density: density, timeStyle: timeStyle,
                keys: keys
            )
            .lines(of: row)
        }
    }
}
