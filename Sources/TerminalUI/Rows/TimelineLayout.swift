import ViewModels

/// The options of the layout of a row of the timeline.
struct TimelineLayoutOptions: Equatable {
    let columns: RowColumns
    let density: Density
}

/// Lays out the timeline's rows. The view-model asks it for heights, the screen for lines.
final class TimelineLayout: RowMeasuring {
    let cache: LayoutCache<TimelineRow, TimelineLayoutOptions, RowLines>
    private var appearance: Appearance { cache.appearance }
    private var keys: ShownKeys { cache.keys }

    init(appearance: Appearance, keys: ShownKeys) {
        cache = LayoutCache(appearance: appearance, keys: keys, maximumResults: 1000)
    }

    func lines(of row: TimelineRow, in format: RowFormat) -> Int { laidOut(row, in: format).height }

    func pictures(of row: TimelineRow, in format: RowFormat) -> [PictureBox] { laidOut(row, in: format).pictures }

    private func laidOut(_ row: TimelineRow, in format: RowFormat) -> RowLines {
        let columns = RowColumns(width: format.width, timeStyle: format.timeStyle)
        return laidOut(row, columns: columns, density: format.density)
    }

    func laidOut(_ row: TimelineRow, columns: RowColumns, density: Density) -> RowLines {
        cache.layout(of: row, TimelineLayoutOptions(columns: columns, density: density)) {
            switch row {
            case .ticket(let ticket):
                TicketRowLayout(appearance: appearance, columns: columns, density: density, keys: keys)
                    .lines(of: ticket)
            case .gap(let gap): gapLayout(columns, density).lines(of: gap)
            }
        }
    }

    func isBox(_ row: GapRow, columns: RowColumns, density: Density) -> Bool {
        gapLayout(columns, density).isBox(row)
    }

    private func gapLayout(_ columns: RowColumns, _ density: Density) -> GapRowLayout {
        GapRowLayout(appearance: appearance, columns: columns, density: density, keys: keys)
    }
}
