import EngineConcepts

/// Measures rows in the width and style of the screen.
struct RowLayout {
    let measure: any RowMeasuring
    var width = 80
    var density = Density.regular
    var timeStyle = TimeStyle.relative

    /// Returns the lines of each row, the space below it included.
    func heights(of rows: [TimelineRow]) -> [Int] {
        rows.map { max(1, measure.lines(of: $0, width: width, density: density, timeStyle: timeStyle)) }
    }

    /// Returns the keys of the rows' pictures.
    func pictures(of rows: ArraySlice<TimelineRow>) -> [PictureKey] {
        rows.flatMap { row -> [PictureKey] in
            guard let ticket = row.ticket, !ticket.pictures.isEmpty else { return [] }
            return measure.pictures(in: row, width: width, density: density, timeStyle: timeStyle)
                .map { PictureKey(ticket: ticket.id, address: $0.address, size: $0.size) }
        }
    }
}
