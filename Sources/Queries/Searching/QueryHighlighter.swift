/// Finds the matches of a query's words and expressions for marking them on a screen, without negated ones.
///
/// Holds stemmers, which are not thread-safe; make one where it is used.
public final class QueryHighlighter {
    private let index: WordIndex
    private let expressions: [(RegexPattern, ScannedTexts)]
    private var matchers: [LanguageSet: WordMatcher] = [:]
    private var words = Words()

    public init(_ query: Query) {
        var index = WordIndex()
        var expressions: [(RegexPattern, ScannedTexts)] = []
        for (number, condition) in QueryHighlighter.wanted(query).enumerated() {
            switch condition {
            case .words(let pattern, let scope): index.add(pattern, in: scope, for: number)
            case .regex(let pattern, let scope): expressions.append((pattern, ScannedTexts(scope)))
            default: break
            }
        }
        self.index = index
        self.expressions = expressions
    }

    /// Returns the matches in a text as ascending, disjoint ranges of UTF-8 bytes.
    ///
    /// - Parameters:
    ///   - text: The displayed title, block or name.
    ///   - scope: The part of the ticket that the text is.
    ///   - language: The ticket's BCP 47 tag, if known.
    public func ranges(in text: String, of scope: SearchScope, language: String? = nil) -> [Range<Int>] {
        let displayed = ScannedTexts(scope)
        words.load([text])
        var ranges: [Range<Int>] = []
        let byteRanges = words.ranges
        let languages = LanguageSet(tag: language)
        matchers[languages, default: WordMatcher(index, languages: languages)]
            .scan(words, of: displayed) { found in
                let (first, last) = (byteRanges[found.words.lowerBound], byteRanges[found.words.upperBound - 1])
                ranges.append(Int(first.lowerBound)..<Int(last.upperBound))
            }
        for (pattern, searched) in expressions where searched.contains(displayed) {
            ranges += pattern.ranges(in: text)
        }
        return QueryHighlighter.merged(ranges)
    }

    /// Returns the conditions that are not negated, or are negated twice.
    private static func wanted(_ query: Query, isNegated: Bool = false) -> [Condition] {
        switch query {
        case .everything: []
        case .condition(let condition): isNegated ? [] : [condition]
        case .not(let inner): wanted(inner, isNegated: !isNegated)
        case .all(let parts), .any(let parts): parts.flatMap { wanted($0, isNegated: isNegated) }
        }
    }

    private static func merged(_ ranges: [Range<Int>]) -> [Range<Int>] {
        var merged: [Range<Int>] = []
        for range in ranges.sorted(by: { ($0.lowerBound, $0.upperBound) < ($1.lowerBound, $1.upperBound) }) {
            if let last = merged.last, range.lowerBound <= last.upperBound {
                merged[merged.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
            } else {
                merged.append(range)
            }
        }
        return merged
    }
}
