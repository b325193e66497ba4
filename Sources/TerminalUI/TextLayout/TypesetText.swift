import EngineConcepts
import TerminalKit
import ViewModels

/// The lines of a text, and where its blocks are.
struct TypesetText: Equatable {
    var lines: [TextLine] = []
    /// The lines of each block.
    private(set) var blocks: [Range<Int>] = []
    /// The replacements in blocks that are not shown as they are, by the block's index.
    var edits: [Int: StyledText.Edits] = [:]
    /// The columns by which each block of code is wider than the screen, by the block's index.
    var code: [Int: Int] = [:]

    /// Appends the lines of the next block.
    mutating func append(_ block: [TextLine]) {
        blocks.append(lines.count..<lines.count + block.count)
        lines += block
    }

    /// Returns the line of a byte of a block.
    func line(of position: TextPosition, in text: StyledText) -> Int {
        guard blocks.indices.contains(position.block), text.blocks.indices.contains(position.block) else { return 0 }
        let range = blocks[position.block]
        let block = text.blocks[position.block]
        var offset = edits[position.block]?.position(of: position.offset) ?? position.offset
        if case .preformatted = block.kind { offset = CodeTabs.edits(of: block).position(of: offset) }
        return range.last { lines[$0].source.lowerBound <= offset } ?? range.lowerBound
    }

    /// Returns the position at the beginning of a line, or of the next one that has text. Blocks without lines, such as that of
    /// a missing picture, have no position.
    func position(at line: Int) -> TextPosition? {
        guard let block = blocks.firstIndex(where: { !$0.isEmpty && $0.upperBound > line }) else { return nil }
        let first = max(line, blocks[block].lowerBound)
        return TextPosition(block: block, offset: lines[first].source.lowerBound)
    }
}
