import EngineConcepts

/// Measures rows in the width and style of the screen.
struct RowLayout {
    let measure: any RowMeasuring
    var format = RowFormat(width: 80, density: .regular, timeStyle: .relative)
    /// True if days have headings.
    var showsDays = true
    /// The number of tickets from which on a day has a heading, or `nil` for no headings. Among rows of one line, headings of
    /// single tickets would take half the screen.
    var minimumForHeading: Int? { showsDays ? (format.density == .compact ? 3 : 1) : nil }

    /// Returns the lines of each row, the heading above it and the space below it included.
    func heights(of rows: [TimelineRow]) -> [Int] {
        rows.map { $0.headingLines + max(1, measure.lines(of: $0, in: format)) }
    }

    func pictures(of rows: ArraySlice<TimelineRow>) -> [PictureKey] {
        rows.flatMap { row -> [PictureKey] in
            guard let ticket = row.ticket, !ticket.pictures.isEmpty else { return [] }
            return measure.pictures(of: row, in: format)
                .map { PictureKey(ticket: ticket.id, address: $0.address, size: $0.size) }
        }
    }
}
