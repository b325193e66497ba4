/// The conditions on names that a ticket does not contain: of its source, or in notes on its author.
struct NameConditions: Sendable {
    /// The indices of the conditions.
    private(set) var conditions: [Int] = []
    private var index = WordIndex()
    /// The text that all names in the index count as: any whose words are not inflected.
    private static let text = ScannedTexts.author

    /// True if there are none.
    var isEmpty: Bool { conditions.isEmpty }

    /// Adds the condition with an index.
    ///
    /// - Parameter isWhole: True if the pattern must be the whole name.
    mutating func add(_ pattern: WordPattern, for condition: Int, isWhole: Bool = false) {
        index.add(pattern, texts: Self.text, isWhole: isWhole, for: conditions.count)
        conditions.append(condition)
    }

    /// Returns the verdicts of names on each of ``conditions``.
    func verdicts(on names: [String]) -> [Verdict] {
        var verdicts = [Verdict](repeating: .no, count: conditions.count)
        for name in names {
            index.scan(Words(name), of: Self.text) { verdicts[$0] = .yes }
        }
        return verdicts
    }
}
