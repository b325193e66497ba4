import Queries

/// Fuzzy search in names, as in fzf: the letters of the query must appear in order. Letters at the start of words
/// score highest, then adjacent letters, then close ones.
public nonisolated struct FuzzySearch: Sendable {
    /// A match in a name.
    public struct Match: Hashable, Sendable {
        /// The score, higher is better. Comparable only within one search.
        public let score: Int
        /// The indices of the matched characters.
        public let characters: Set<Int>
    }

    private let terms: [[Character]]
    private let isCaseSensitive: Bool

    /// Creates a search for the words of `text`, all of which must match. An empty text matches everything. Accents do not
    /// matter, and case only if the text has a capital letter.
    public init(_ text: String) {
        isCaseSensitive = text.contains { $0.isUppercase }
        let isCaseSensitive = isCaseSensitive
        terms = text.split(whereSeparator: \.isWhitespace)
            .map { word in word.map { Self.folded($0, keepsCase: isCaseSensitive) } }
    }

    /// Returns a letter without its accents, and in lower case unless case matters.
    private static func folded(_ letter: Character, keepsCase: Bool) -> Character {
        guard !letter.isASCII else { return keepsCase ? letter : letter.lowercased().first ?? letter }
        let base = FoldedText(String(letter)).text.first ?? letter
        return keepsCase && letter.isUppercase ? base.uppercased().first ?? base : base
    }

    /// Returns the match in `name`, or `nil` if a word is missing.
    ///
    /// The cost is proportional to the product of the lengths. Only the first 200 characters of a name are searched.
    public func match(_ name: String) -> Match? {
        let original = Array(name.prefix(200))
        let letters = original.map { Self.folded($0, keepsCase: isCaseSensitive) }
        let bonuses = Self.bonuses(original)
        var score = 0
        var characters: Set<Int> = []
        for term in terms {
            guard let found = Self.best(term, in: letters, bonuses) else { return nil }
            score += found.score
            characters.formUnion(found.indices)
        }
        return Match(score: score, characters: characters)
    }

    /// Returns the matching items, best first. Equal scores are ordered by the shorter name, then by the original order.
    public func sorted<Item>(_ items: [Item], by name: (Item) -> String) -> [(item: Item, match: Match)] {
        items.enumerated()
            .compactMap { index, item in
                let name = name(item)
                return match(name).map { (index: index, length: name.count, item: item, match: $0) }
            }
            .sorted { (-$0.match.score, $0.length, $0.index) < (-$1.match.score, $1.length, $1.index) }
            .map { ($0.item, $0.match) }
    }

    // MARK: Scores

    private static let hit = 16
    private static let gapStart = -3
    private static let gapMore = -1
    private static let wordStart = 8
    private static let capital = 7
    private static let together = 4

    /// Returns the bonus of a match at each character: at the start of a word or of a part of one.
    private static func bonuses(_ name: [Character]) -> [Int] {
        name.indices.map { index in
            guard index > 0 else { return wordStart * 2 }
            let before = name[index - 1]
            let here = name[index]
            guard here.isLetter || here.isNumber else { return 0 }
            if !before.isLetter, !before.isNumber { return wordStart }
            if here.isUppercase, before.isLowercase { return capital }
            return here.isNumber != before.isNumber ? capital : 0
        }
    }

    /// Returns the best match of `term`, by dynamic programming over the letters of the term and the name.
    private static func best(
        _ term: [Character], in name: [Character], _ bonuses: [Int]
    ) -> (score: Int, indices: [Int])? {
        guard !term.isEmpty else { return (0, []) }
        guard term.count <= name.count else { return nil }
        let none = Int.min / 2
        // scores[i][j]: the best score of the first i + 1 letters if the last one matches at j.
        var scores = [[Int]](repeating: [Int](repeating: none, count: name.count), count: term.count)
        var origins = [[Int]](repeating: [Int](repeating: -1, count: name.count), count: term.count)
        for (i, letter) in term.enumerated() {
            // The best score of the previous letter, minus the cost of the gap since then.
            var carried = none
            var carriedFrom = -1
            for j in name.indices {
                if i > 0, j > 0 {
                    if j > 1, scores[i - 1][j - 2] + gapStart > carried + gapMore {
                        carried = scores[i - 1][j - 2] + gapStart
                        carriedFrom = j - 2
                    } else {
                        carried += gapMore
                    }
                }
                guard name[j] == letter else { continue }
                let worth = hit + (i == 0 ? bonuses[j] * 2 : bonuses[j])
                if i == 0 {
                    scores[0][j] = worth - min(j, 3)
                } else if j > 0 {
                    let joined = scores[i - 1][j - 1] + together
                    let (score, origin) = joined >= carried ? (joined, j - 1) : (carried, carriedFrom)
                    // `none` with something added stays below this; real scores are far above.
                    guard score > none / 2 else { continue }
                    scores[i][j] = score + worth
                    origins[i][j] = origin
                }
            }
        }
        let last = term.count - 1
        guard let end = name.indices.max(by: { scores[last][$0] < scores[last][$1] }), scores[last][end] > none / 2
        else { return nil }
        var indices = [end]
        var index = end
        for i in stride(from: last, to: 0, by: -1) {
            index = origins[i][index]
            indices.append(index)
        }
        return (scores[last][end], indices)
    }
}
