/// A table whose columns take the width of their content, and shrink and vanish by importance on a narrow screen.
public struct Table: Hashable, Sendable {
    public struct Column: Hashable, Sendable {
        public var title: String
        /// The least width; the column vanishes below it.
        public var minimum: Int
        /// The largest width, or `nil` for all that is left.
        public var maximum: Int?
        /// True for cells aligned to the right, like numbers.
        public var isRight: Bool
        /// The order of vanishing: the highest first; 0 never vanishes.
        public var expendability: Int

        public init(
            _ title: String, minimum: Int = 4, maximum: Int? = nil, isRight: Bool = false, expendability: Int = 0
        ) {
            self.title = title
            self.minimum = max(1, minimum)
            self.maximum = maximum.map { max($0, minimum) }
            self.isRight = isRight
            self.expendability = expendability
        }
    }

    private let columns: [Column]
    /// The widths of the columns; 0 for vanished ones.
    public let widths: [Int]
    /// The columns of the separator.
    private static let space = 2

    /// Computes the widths.
    ///
    /// - Parameters:
    ///   - preferred: The width of the content of each column, without titles.
    ///   - total: The columns of the screen.
    ///   - fills: True if the last column without a limit takes the remaining width.
    public init(_ columns: [Column], preferred: [Int], total: Int, fills: Bool = true) {
        self.columns = columns
        let preferred = zip(columns, preferred)
            .map { column, width in
                min(max(column.minimum, width, TextWidth.width(of: column.title)), column.maximum ?? .max)
            }
        var seen = columns.indices.filter { $0 < preferred.count }
        func least() -> Int { seen.reduce(0) { $0 + columns[$1].minimum } + Self.space * max(0, seen.count - 1) }
        while least() > total,
            let dropped = seen.filter({ columns[$0].expendability > 0 })
                .max(by: { columns[$0].expendability < columns[$1].expendability })
        {
            seen.removeAll { $0 == dropped }
        }
        var widths = [Int](repeating: 0, count: columns.count)
        for index in seen { widths[index] = min(columns[index].minimum, total) }
        var left = max(0, total - least())
        // The remaining width goes first to the columns that are kept longest. Among equals the narrowest grows, so that a
        // long cell does not take the width of its neighbours.
        for rank in Set(seen.map { columns[$0].expendability }).sorted() {
            let equals = seen.filter { columns[$0].expendability == rank }
            while left > 0,
                let narrowest = equals.filter({ widths[$0] < preferred[$0] }).min(by: { widths[$0] < widths[$1] })
            {
                widths[narrowest] += 1
                left -= 1
            }
        }
        if fills, left > 0, let endless = seen.last(where: { columns[$0].maximum == nil }) { widths[endless] += left }
        self.widths = widths
    }

    /// Returns a row of these cells, each cut to its column.
    public func line(_ cells: [TextLine], ellipsis: String) -> TextLine {
        var line = TextLine()
        var column = 0
        for index in columns.indices where widths[index] > 0 {
            if column > 0 {
                column += Self.space
                line.pad(to: column)
            }
            let cell = cells.indices.contains(index) ? cells[index] : TextLine()
            let cut = cell.truncated(to: widths[index], ellipsis: ellipsis)
            if columns[index].isRight { line.pad(to: column + widths[index] - cut.width) }
            line.append(cut)
            column += widths[index]
            line.pad(to: column)
        }
        return line
    }

    /// Returns the row of titles.
    public func header(_ style: Style, ellipsis: String) -> TextLine {
        line(columns.map { TextLine($0.title, style) }, ellipsis: ellipsis)
    }
}
