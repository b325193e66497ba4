/// The conditions on names that a ticket does not contain: of its source, or in notes on its author.
struct NameConditions: Sendable {
    /// The indices of the conditions.
    private(set) var conditions: [Int] = []
    private var index = WordIndex()
    /// The field of all names in the index: any whose words are not inflected.
    private static let field = FieldSet.author

    /// True if there are none.
    var isEmpty: Bool { conditions.isEmpty }

    /// Adds the condition with an index.
    ///
    /// - Parameter isWhole: True if the pattern must be the whole name.
    mutating func add(_ pattern: WordPattern, for condition: Int, isWhole: Bool = false) {
        index.add(pattern, fields: Self.field, isWhole: isWhole, for: conditions.count)
        conditions.append(condition)
    }

    /// Returns the verdicts of names on each of ``conditions``.
    func verdicts(on names: [String]) -> [Verdict] {
        var verdicts = [Verdict](repeating: .no, count: conditions.count)
        for name in names {
            index.scan(Words(name), field: Self.field) { verdicts[$0] = .yes }
        }
        return verdicts
    }
}
