import EngineConcepts
import TerminalKit
public import ViewModels

/// Lays the timeline's rows out and remembers what it has laid out, per row and width, as long as the row does not
/// change. The view-model asks it for heights, the screen for lines.
public final class TimelineLayout: RowMeasuring {
    /// How everything looks; another look forgets what was laid out.
    public var look: RenderStyle {
        didSet { if look != oldValue { cache = [:] } }
    }

    private struct Entry {
        let row: TimelineRow
        let columns: TimelineColumns
        let density: Density
        let lines: RowLines
    }

    /// The keys that are printed into rows; others forget what was laid out.
    var keys: RowKeys {
        didSet { if keys != oldValue { cache = [:] } }
    }
    private var cache: [TrackRow.ID: Entry] = [:]

    /// Makes a layout that prints these keys into rows.
    init(look: RenderStyle, keys: RowKeys) {
        self.look = look
        self.keys = keys
    }

    /// The lines of a row.
    public func lines(of row: TimelineRow, width: Int, density: Density, timeStyle: TimeStyle) -> Int {
        laidOut(row, width: width, density: density, timeStyle: timeStyle).height
    }

    /// The places of the pictures in a row.
    public func pictures(in row: TimelineRow, width: Int, density: Density, timeStyle: TimeStyle) -> [PictureBox] {
        laidOut(row, width: width, density: density, timeStyle: timeStyle).pictures
    }

    func laidOut(_ row: TimelineRow, width: Int, density: Density, timeStyle: TimeStyle) -> RowLines {
        let columns = TimelineColumns(width: width, timeStyle: timeStyle)
        if let entry = cache[row.id], entry.columns == columns, entry.density == density, entry.row == row {
            return entry.lines
        }
        // Rows that are far away are not asked for again: forgetting all now and then keeps the cache small.
        if cache.count > 1000 { cache = [:] }
        let lines =
            switch row {
            case .ticket(let ticket):
                TicketRowLayout(
                    look: look, columns: columns, density: density, warningKey: keys.warning, openKey: keys.gap.fill
                )
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
        GapRowLayout(look: look, columns: columns, density: density, keys: keys.gap)
    }
}

/// The keys that are printed into the timeline's rows.
struct RowKeys: Equatable {
    /// Those of gaps.
    var gap: GapRowLayout.Keys
    /// Lifts a warning.
    var warning: String
}
