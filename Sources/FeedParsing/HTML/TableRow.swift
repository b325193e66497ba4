import EngineConcepts

/// A row of a table while it is read. What its cells hold is written as blocks; at its end it shows whether they are cells
/// of a table, or whether the table was there to lay a page out, as newsletters do it.
struct TableRow {
    /// Cells with more text than this are no cells of a table.
    private static let longestCell = 400
    /// More columns than this are not filled up for a cell that spans them.
    private static let widestSpan = 32

    /// Where the row's blocks begin.
    private let start: Int
    private var cells: [Cell] = []

    private struct Cell {
        var start: Int
        var span: Int
        var isHeader: Bool
    }

    /// Begins a row whose first block will be the one of this number.
    init(from start: Int) {
        self.start = start
    }

    /// Begins a cell whose first block will be the one of this number.
    mutating func beginCell(from start: Int, span: Int, isHeader: Bool) {
        cells.append(Cell(start: start, span: max(1, min(span, Self.widestSpan)), isHeader: isHeader))
    }

    /// Ends the row: makes one block of its cells, where they are cells of a table.
    func end(in text: inout BlockWriter) {
        guard let row = row(of: text.blocks) else { return }
        text.replaceBlocks(from: start, with: [row])
    }

    /// The row as one block; nil where its blocks say more by themselves.
    private func row(of blocks: [StyledText.Block]) -> StyledText.Block? {
        guard cells.count > 1, let first = cells.first, first.start == start, blocks.count > start else { return nil }
        var row = StyledText.Block(
            kind: .tableRow(header: cells.allSatisfy(\.isHeader)), quoteDepth: blocks[start].quoteDepth, text: "")
        var filled = 0
        for (index, cell) in cells.enumerated() {
            let end = index + 1 < cells.count ? cells[index + 1].start : blocks.count
            guard cell.start <= end, end <= blocks.count else { return nil }
            let content = blocks[cell.start..<end]
            let size = content.reduce(0) { $0 + $1.text.utf8.count }
            guard size <= Self.longestCell, content.allSatisfy({ $0.kind == .paragraph }) else { return nil }
            if size > 0 { filled += 1 }
            for (number, block) in content.enumerated() {
                if number > 0 { row.text += " " }
                row.append(block)
            }
            if index + 1 < cells.count { row.text += String(repeating: "\t", count: cell.span) }
        }
        // One cell among empty ones keeps the others apart, as frames and margins do; so does one with a picture alone.
        return filled > 1 ? row : nil
    }
}

extension StyledText.Block {
    /// Appends what stands in `other`, on the same line.
    fileprivate mutating func append(_ other: StyledText.Block) {
        let shift = text.utf8.count
        text += other.text.replacing("\n", with: " ")
        entities += other.entities.map { entity in
            StyledText.Entity(
                entity.kind, entity.range.lowerBound + shift..<entity.range.upperBound + shift, target: entity.target)
        }
    }
}
