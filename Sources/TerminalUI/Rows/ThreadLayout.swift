public import ViewModels

/// Lays out the rows of threads and caches the result per row and width until the row changes.
public final class ThreadLayout: ThreadMeasuring {
    /// The style; a new one clears the cache.
    public var appearance: RenderStyle {
        didSet { if appearance != oldValue { cache = [:] } }
    }

    private struct Entry {
        let row: ThreadRow
        let columns: ThreadColumns
        let density: Density
        let timeStyle: TimeStyle
        let lines: RowLines
    }

    /// The keys shown in rows; new ones clear the cache.
    var keys: ShownKeys {
        didSet { if keys != oldValue { cache = [:] } }
    }
    private var cache: [ThreadRow.ID: Entry] = [:]

    /// Creates a layout that shows these keys in rows.
    init(appearance: RenderStyle, keys: ShownKeys) {
        self.appearance = appearance
        self.keys = keys
    }

    /// Returns the number of lines of a row.
    public func lines(of row: ThreadRow, width: Int, density: Density, timeStyle: TimeStyle) -> Int {
        laidOut(row, width: width, density: density, timeStyle: timeStyle).height
    }

    func laidOut(_ row: ThreadRow, width: Int, density: Density, timeStyle: TimeStyle) -> RowLines {
        let columns = ThreadColumns(width: width)
        if let entry = cache[row.id], entry.columns == columns, entry.density == density, entry.timeStyle == timeStyle,
            entry.row == row
        {
            return entry.lines
        }
        // More rows than threads usually have; clearing the cache now and then keeps it small.
        if cache.count > 4000 { cache = [:] }
        let layout = ThreadRowLayout(
            appearance: appearance, columns: columns, density: density, timeStyle: timeStyle, keys: keys)
        let lines = layout.lines(of: row)
        cache[row.id] = Entry(row: row, columns: columns, density: density, timeStyle: timeStyle, lines: lines)
        return lines
    }
}
