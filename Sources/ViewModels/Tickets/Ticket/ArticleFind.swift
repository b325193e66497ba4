import EngineConcepts
import Queries

/// The words that are searched for in the text of an open ticket, and where they are.
public nonisolated struct ArticleFind: Equatable, Sendable {
    /// The typed words.
    public let query: String
    /// The matches in reading order.
    public let matches: [TextPosition]
    /// The index of the current match.
    public private(set) var index: Int

    /// Finds words in a text, from `position` on.
    init(_ query: String, in text: StyledText, from position: TextPosition?) {
        self.query = query
        matches = Self.ranges(of: query, in: text)
            .flatMap { block, ranges in
                ranges.map { TextPosition(block: block, offset: $0.lowerBound) }
            }
        let start = position ?? TextPosition(block: 0, offset: 0)
        index = matches.firstIndex { ($0.block, $0.offset) >= (start.block, start.offset) } ?? 0
    }

    /// The position of the current match, or `nil` without matches.
    public var current: TextPosition? { matches.element(at: index) }

    /// Goes to the next or previous match, from the last to the first and back.
    mutating func advance(towards direction: ReadDirection) {
        guard !matches.isEmpty else { return }
        index = index.cycled(by: direction == .older ? 1 : -1, within: matches.count)
    }

    /// Returns the text with its matches highlighted.
    static func highlighting(_ query: String, in text: StyledText) -> StyledText {
        var text = text
        for (block, ranges) in ranges(of: query, in: text) {
            text.blocks[block].entities += ranges.map { StyledText.Entity(.mark, $0) }
        }
        return text
    }

    private static func ranges(of query: String, in text: StyledText) -> [(block: Int, ranges: [Range<Int>])] {
        let words = FoldedText(query)
        guard !words.isEmpty else { return [] }
        return text.blocks.enumerated()
            .compactMap { index, block in
                let ranges = FoldedText(block.text).ranges(of: words)
                return ranges.isEmpty ? nil : (index, ranges)
            }
    }
}
