/// Conditions on names that a ticket does not contain, such as those of its source or of its author's notes.
struct NameConditions: Sendable {
    /// The indices of the conditions.
    private(set) var conditions: [Int] = []
    private var index = WordIndex()
    /// The text as which the index looks up a name. Words of authors are not inflected, like those of names.
    private static let text = ScannedTexts.author

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
