import EngineConcepts
import Queries

/// The words that are searched for in the text of an open ticket, and where they are.
public nonisolated struct ArticleFind: Equatable, Sendable {
    /// The typed words.
    public let query: String
    /// The matches in reading order.
    public let places: [TextPlace]
    /// The index of the current match.
    public private(set) var index: Int

    /// Finds words in a text, from `place` on.
    init(_ query: String, in text: StyledText, from place: TextPlace?) {
        self.query = query
        places = Self.ranges(of: query, in: text)
            .flatMap { block, ranges in
                ranges.map { TextPlace(block: block, offset: $0.lowerBound) }
            }
        let start = place ?? TextPlace(block: 0, offset: 0)
        index = places.firstIndex { ($0.block, $0.offset) >= (start.block, start.offset) } ?? 0
    }

    /// The place of the current match, or `nil` without matches.
    public var current: TextPlace? { places.element(at: index) }

    /// Goes to the next or previous match, from the last to the first and back.
    mutating func advance(towards direction: ReadDirection) {
        guard !places.isEmpty else { return }
        index = index.cycled(by: direction == .older ? 1 : -1, within: places.count)
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
