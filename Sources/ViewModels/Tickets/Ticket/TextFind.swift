import EngineConcepts
import Queries

/// A search in the text of an open ticket, and where its matches are.
public nonisolated struct TextFind: Equatable, Sendable {
    enum Subject: Equatable, Sendable {
        /// Words that the user typed.
        case words(String)
        /// The query of the timeline's search, in a text of this language.
        case query(Query, language: String?)
    }

    private let subject: Subject
    /// The matches in reading order.
    public let matches: [TextPosition]
    /// The index of the current match.
    public private(set) var index: Int

    /// Finds a subject in a text, from `position` on.
    init(_ subject: Subject, in text: StyledText, from position: TextPosition?) {
        self.subject = subject
        matches = Self.ranges(of: subject, in: text)
            .flatMap { block, ranges in ranges.map { TextPosition(block: block, offset: $0.lowerBound) } }
        let start = position ?? TextPosition(block: 0, offset: 0)
        index = matches.firstIndex { ($0.block, $0.offset) >= (start.block, start.offset) } ?? 0
    }

    /// The words that the user typed, or `nil` for the query of the timeline's search.
    public var typedWords: String? { if case .words(let words) = subject { words } else { nil } }

    /// The position of the current match, or `nil` without matches.
    public var current: TextPosition? { matches.element(at: index) }

    /// Goes to the next or previous match, from the last to the first and back.
    mutating func advance(towards direction: ReadDirection) {
        if !matches.isEmpty { index = index.cycled(by: direction == .older ? 1 : -1, within: matches.count) }
    }

    /// Returns the text with its matches highlighted.
    func highlighting(_ text: StyledText) -> StyledText {
        var text = text
        for (block, ranges) in Self.ranges(of: subject, in: text) {
            text.blocks[block].entities += ranges.map { StyledText.Entity(.mark, $0) }
        }
        return text
    }

    private static func ranges(of subject: Subject, in text: StyledText) -> [(block: Int, ranges: [Range<Int>])] {
        switch subject {
        case .words(let typed):
            let words = FoldedText(typed)
            return words.isEmpty ? [] : ranges(in: text) { FoldedText($0).ranges(of: words) }
        case .query(let query, let language):
            let highlighter = QueryHighlighter(query)
            return ranges(in: text) { highlighter.ranges(in: $0, of: .text, language: language) }
        }
    }

    private static func ranges(
        in text: StyledText, _ find: (String) -> [Range<Int>]
    ) -> [(block: Int, ranges: [Range<Int>])] {
        text.blocks.enumerated()
            .compactMap { index, block in
                let ranges = find(block.text)
                return ranges.isEmpty ? nil : (index, ranges)
            }
    }
}
