import EngineConcepts

/// Topics as label numbers.
struct NumberedTopics {
    let numbers: Set<Int64>
    let combination: TopicSelection.Combination

    /// True if no ticket is in the topics.
    var isEmpty: Bool { numbers.isEmpty && combination == .union }

    /// Returns true if a ticket with these labels is in the topics.
    func includes(_ labels: LabelSet) -> Bool {
        switch combination {
        case .union: labels.numbers.contains(where: numbers.contains)
        case .intersection: numbers.isSubset(of: labels.numbers)
        }
    }
}

extension LabelTable {
    /// Returns the topics as numbers. An intersection with an unknown label is empty.
    func selection(_ topics: TopicSelection) -> NumberedTopics {
        let known = topics.labels.compactMap { numbers[$0] }
        if topics.combination == .intersection, known.count < topics.labels.count {
            return NumberedTopics(numbers: [], combination: .union)
        }
        return NumberedTopics(numbers: Set(known), combination: topics.combination)
    }
}
