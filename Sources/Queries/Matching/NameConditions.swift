/// The conditions on names that a ticket does not contain: of its source, or in notes on its author.
struct NameConditions: Sendable {
    /// The numbers of the conditions.
    private(set) var conditions: [Int] = []
    private var index = WordIndex()

    /// True if there are none.
    var isEmpty: Bool { conditions.isEmpty }

    /// Adds the condition with a number.
    ///
    /// - Parameter isWhole: True if the pattern must be the whole name.
    mutating func add(_ pattern: WordPattern, for condition: Int, isWhole: Bool = false) {
        // Among names alone the field does not matter, but only a tag must match as a whole.
        index.add(pattern, in: isWhole ? .tag : .url, for: conditions.count)
        conditions.append(condition)
    }

    /// Returns the verdicts of names on each of ``conditions``.
    func verdicts(on names: [String]) -> [Verdict] {
        var verdicts = [Verdict](repeating: .no, count: conditions.count)
        for name in names {
            let words = Words(name)
            for field in [FieldSet.url, .tag] { index.scan(words, field: field) { verdicts[$0] = .yes } }
        }
        return verdicts
    }
}
