import EngineConcepts

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
    func end(in text: inout BlockWriter) {
        guard let row = row(of: text.blocks) else { return }
        text.replaceBlocks(from: start, with: [row])
    }

    /// Returns the row as one block, or `nil` if its blocks should stay separate.
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
            guard size <= Self.maximumCellLength, content.allSatisfy({ $0.kind == .paragraph }) else { return nil }
            if size > 0 { filled += 1 }
            for (number, block) in content.enumerated() {
                if number > 0 { row.text += " " }
                row.append(block)
            }
            if index + 1 < cells.count { row.text += String(repeating: "\t", count: cell.span) }
        }
        // A single filled cell among empty ones is layout; so is a cell with only an image.
        return filled > 1 ? row : nil
    }
}

extension StyledText.Block {
    /// Appends another block on the same line.
    fileprivate mutating func append(_ other: StyledText.Block) {
        let shift = text.utf8.count
        text += other.text.replacing("\n", with: " ")
        entities += other.entities.map { entity in
            StyledText.Entity(
                entity.kind, entity.range.lowerBound + shift..<entity.range.upperBound + shift, target: entity.target)
        }
    }
}
