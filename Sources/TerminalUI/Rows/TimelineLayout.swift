import EngineConcepts
import TerminalKit
public import ViewModels

/// Lays out the timeline's rows and caches the result per row and width until the row changes. The view-model asks it
/// for heights, the screen for lines.
public final class TimelineLayout: RowMeasuring {
    /// The style; a new one clears the cache.
    public var appearance: RenderStyle {
        didSet { if appearance != oldValue { cache = [:] } }
    }

    private struct Entry {
        let row: TimelineRow
        let columns: TimelineColumns
        let density: Density
        let lines: RowLines
    }

    /// The keys shown in rows; new ones clear the cache.
    var keys: ShownKeys {
        didSet { if keys != oldValue { cache = [:] } }
    }
    private var cache: [TrackRow.ID: Entry] = [:]

    /// Creates a layout that shows these keys in rows.
    init(appearance: RenderStyle, keys: ShownKeys) {
        self.appearance = appearance
        self.keys = keys
    }

    /// Returns the number of lines of a row.
    public func lines(of row: TimelineRow, width: Int, density: Density, timeStyle: TimeStyle) -> Int {
        laidOut(row, width: width, density: density, timeStyle: timeStyle).height
    }

    /// Returns the areas of a row's pictures.
    public func pictures(in row: TimelineRow, width: Int, density: Density, timeStyle: TimeStyle) -> [PictureBox] {
        laidOut(row, width: width, density: density, timeStyle: timeStyle).pictures
    }

    func laidOut(_ row: TimelineRow, width: Int, density: Density, timeStyle: TimeStyle) -> RowLines {
        laidOut(row, columns: TimelineColumns(width: width, timeStyle: timeStyle), density: density)
    }

    func laidOut(_ row: TimelineRow, columns: TimelineColumns, density: Density) -> RowLines {
        if let entry = cache[row.id], entry.columns == columns, entry.density == density, entry.row == row {
            return entry.lines
        }
        // Distant rows are not asked for again, so clearing the cache now and then keeps it small.
        if cache.count > 1000 { cache = [:] }
        let lines =
            switch row {
            case .ticket(let ticket):
                TicketRowLayout(appearance: appearance, columns: columns, density: density, keys: keys)
                    .lines(of: ticket)
            case .gap(let gap): gapLayout(columns, density).lines(of: gap)
            }
        cache[row.id] = Entry(row: row, columns: columns, density: density, lines: lines)
        return lines
    }

    func isBox(_ row: GapRow, columns: TimelineColumns, density: Density) -> Bool {
        gapLayout(columns, density).isBox(row)
    }

    private func gapLayout(_ columns: TimelineColumns, _ density: Density) -> GapRowLayout {
        GapRowLayout(appearance: appearance, columns: columns, density: density, keys: keys)
    }
}
