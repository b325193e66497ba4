/// A table row while it is read. Its cells are written as blocks; its end decides if they are a data row or layout,
/// as in newsletters.
struct TableRow {
    /// The maximum length of a data cell in bytes.
    private static let maximumCellLength = 400
    /// The maximum number of columns filled for a spanning cell.
    private static let maximumSpan = 32

    /// The index of the row's first block.
    private let start: Int
    private var cells: [Cell] = []

    private struct Cell {
        var start: Int
        var span: Int
        var isHeader: Bool
    }

    /// Begins a row whose first block has this index.
    init(from start: Int) {
        self.start = start
    }

    /// Begins a cell whose first block has this index.
    mutating func beginCell(from start: Int, span: Int, isHeader: Bool) {
        cells.append(Cell(start: start, span: max(1, min(span, Self.maximumSpan)), isHeader: isHeader))
    }

    /// Ends the row. Joins its blocks into one if they are data cells.
    func end<Output>(in text: inout BlockWriter<Output>) {
        guard let row = row(of: text.output) else { return }
        text.output.join(from: start, row)
    }

    /// Returns the cells of the row, or `nil` if its blocks should stay separate.
    private func row(of blocks: some BlockOutput) -> JoinedRow? {
        guard cells.count > 1, let first = cells.first, first.start == start, blocks.count > start else { return nil }
        var row = JoinedRow(cells: [], isHeader: cells.allSatisfy(\.isHeader))
        var filled = 0
        for (index, cell) in cells.enumerated() {
            let end = index + 1 < cells.count ? cells[index + 1].start : blocks.count
            guard cell.start <= end, end <= blocks.count else { return nil }
            let size = (cell.start..<end).reduce(0) { $0 + blocks.size(at: $1) }
            guard size <= Self.maximumCellLength, (cell.start..<end).allSatisfy(blocks.isParagraph) else { return nil }
            if size > 0 { filled += 1 }
            row.cells.append((cell.start..<end, cell.span))
        }
        // A single filled cell among empty ones is layout; so is a cell with only an image.
        return filled > 1 ? row : nil
    }
}
