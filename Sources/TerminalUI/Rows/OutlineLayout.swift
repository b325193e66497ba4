import ViewModels

/// Lays out the rows of outlines. The view-model asks it for heights, the screen for lines.
final class OutlineLayout: CachedLayout<OutlineRow, RowFormat, RowLines>, OutlineMeasuring {
    /// More rows than outlines usually have.
    override class var maximumResults: Int { 4000 }

    func lines(of row: OutlineRow, in format: RowFormat) -> Int { laidOut(row, in: format).height }

    func laidOut(_ row: OutlineRow, in format: RowFormat) -> RowLines {
        layout(of: row, format) {
            OutlineRowLayout(
                appearance: appearance, columns: OutlineColumns(width: format.width), density: format.density,
                timeStyle: format.timeStyle, keys: keys
            )
            .lines(of: row)
        }
    }
}
