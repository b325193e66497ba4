import TerminalKit
import Testing

@testable import TerminalUI

@Suite("The visible rows of a list")
struct VisibleRowsTests {
    /// Four rows of two lines, the second below a heading, and the cursor on the third.
    private let rows = VisibleRows(
        rows: [0, 1, 2, 3], cursor: 2, line: 5,
        layout: { _ in RowLines(lines: [RowLine(), RowLine()], space: 0) },
        heading: { $0 == 1 ? 1 : 0 })

    @Test("Every point finds its row, above the cursor and below it, and a heading and what is outside belong to none")
    func points() {
        let area = Rect(x: 3, y: 1, width: 20, height: 10)
        let found = (0...11).map { rows.row(at: Point(x: 5, y: $0), in: area) }
        #expect(found == [nil, 0, 0, nil, 1, 1, 2, 2, 3, 3, nil, nil])
        #expect(rows.row(at: Point(x: 2, y: 1), in: area) == nil)
    }

    @Test("Only rows in the area are laid out, the partly visible ones included")
    func partial() {
        var laidOut: [Int] = []
        let rows = VisibleRows(
            rows: Array(0..<100), cursor: 50, line: 3,
            layout: { row in
                laidOut.append(row)
                return RowLines(lines: [RowLine(), RowLine()], space: 0)
            })
        let placed = rows.placed(in: Rect(x: 0, y: 0, width: 20, height: 6))
        #expect(placed.map(\.row) == [49, 48, 50, 51] && laidOut == [49, 48, 50, 51])
        for row in placed {
            #expect(row.area.y == 3 + 2 * (row.row - 50))
            #expect(row.isSelected == (row.row == 50))
        }
    }
}
