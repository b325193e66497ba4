import EngineConcepts
import WebText

/// The destination of the blocks of a ``BlockWriter``.
protocol BlockOutput {
    init()

    /// Returns true if entities of this kind are wanted.
    static func keeps(_ kind: StyledText.EntityKind) -> Bool

    /// The number of blocks.
    var count: Int { get }

    /// Returns the number of bytes of the block at `index`.
    func size(at index: Int) -> Int

    /// Returns true if the block at `index` is a paragraph.
    func isParagraph(at index: Int) -> Bool

    /// Adds a block. Its entities are sorted.
    mutating func append(
        _ kind: StyledText.Kind, quoteDepth: Int, _ text: ArraySlice<UInt8>, entities: [StyledText.Entity])

    /// Joins the blocks from `start` on into one, a row of a table.
    mutating func join(from start: Int, _ row: JoinedRow)

    /// Keeps the anchors that jumps lead to. Jumps to missing places become links to the page.
    mutating func settleAnchors(base: String?)
}

/// A row of data cells, each of which is one block or several.
struct JoinedRow {
    /// The blocks of each cell, and the number of columns from it to the next one.
    var cells: [(blocks: Range<Int>, span: Int)]
    var isHeader: Bool

    /// Calls `append` for each block with the separator before it: tabs between cells, a space within one.
    func forEachBlock(_ append: (_ separator: String, _ block: Int?) -> Void) {
        for (index, cell) in cells.enumerated() {
            for (number, block) in cell.blocks.enumerated() { append(number > 0 ? " " : "", block) }
            if index + 1 < cells.count { append(String(repeating: "\t", count: cell.span), nil) }
        }
    }
}

/// Blocks as ``StyledText`` has them.
struct StyledBlocks: BlockOutput {
    private(set) var blocks: [StyledText.Block] = []

    static func keeps(_ kind: StyledText.EntityKind) -> Bool { true }

    var count: Int { blocks.count }

    func size(at index: Int) -> Int { blocks[index].text.utf8.count }

    func isParagraph(at index: Int) -> Bool { blocks[index].kind == .paragraph }

    mutating func append(
        _ kind: StyledText.Kind, quoteDepth: Int, _ text: ArraySlice<UInt8>, entities: [StyledText.Entity]
    ) {
        blocks.append(
            StyledText.Block(
                kind: kind, quoteDepth: quoteDepth, text: String(decoding: text, as: UTF8.self), entities: entities))
    }

    mutating func join(from start: Int, _ row: JoinedRow) {
        var joined = StyledText.Block(
            kind: .tableRow(header: row.isHeader), quoteDepth: blocks[start].quoteDepth, text: "")
        row.forEachBlock { separator, block in
            joined.text += separator
            guard let block else { return }
            let shift = joined.text.utf8.count
            joined.text += blocks[block].text.replacing("\n", with: " ")
            joined.entities += blocks[block].entities.map { $0.shifted(by: shift) }
        }
        blocks.replaceSubrange(start..., with: [joined])
    }

    mutating func settleAnchors(base: String?) {
        blocks = Anchors.settled(in: blocks, base: base)
    }
}

/// The text of all blocks, separated by line feeds, and the addresses of the pictures in them: what remains of
/// ``StyledBlocks`` without styles, many times faster.
struct PlainBlocks: BlockOutput {
    private struct Block {
        /// The range of its text in ``text``.
        var range: Range<Int>
        var isParagraph: Bool
        var images: [String]
    }

    /// The text in UTF-8.
    private(set) var text: [UInt8] = []
    private var blocks: [Block] = []
    private var hasImages = false

    init() {
        text.reserveCapacity(2048)
        blocks.reserveCapacity(32)
    }

    /// The addresses of the pictures, in the order of the text.
    var images: [String] { hasImages ? blocks.flatMap(\.images) : [] }

    static func keeps(_ kind: StyledText.EntityKind) -> Bool { kind == .image }

    var count: Int { blocks.count }

    func size(at index: Int) -> Int { blocks[index].range.count }

    func isParagraph(at index: Int) -> Bool { blocks[index].isParagraph }

    mutating func append(
        _ kind: StyledText.Kind, quoteDepth: Int, _ text: ArraySlice<UInt8>, entities: [StyledText.Entity]
    ) {
        if !blocks.isEmpty { self.text.append(.lineFeed) }
        let start = self.text.count
        self.text.append(contentsOf: text)
        if !entities.isEmpty { hasImages = true }
        blocks.append(
            Block(
                range: start..<self.text.count, isParagraph: kind == .paragraph,
                images: entities.isEmpty ? [] : entities.compactMap(\.target)))
    }

    mutating func join(from start: Int, _ row: JoinedRow) {
        var joined: [UInt8] = []
        var images: [String] = []
        row.forEachBlock { separator, block in
            joined += separator.utf8
            guard let block else { return }
            joined += text[blocks[block].range].lazy.map { $0 == .lineFeed ? UInt8.space : $0 }
            images += blocks[block].images
        }
        let begin = blocks[start].range.lowerBound
        text.replaceSubrange(begin..., with: joined)
        blocks.replaceSubrange(start..., with: [Block(range: begin..<text.count, isParagraph: false, images: images)])
    }

    mutating func settleAnchors(base: String?) {}
}

extension StyledText.Entity {
    fileprivate func shifted(by offset: Int) -> StyledText.Entity {
        StyledText.Entity(kind, range.lowerBound + offset..<range.upperBound + offset, target: target)
    }
}
