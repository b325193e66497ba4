public import EngineConcepts

/// Finds the likely meaning of a misspelt name.
public enum NearestName {
    /// Returns the name among `known` that is most similar to `name`, or `nil` if none is similar.
    ///
    /// Counts missing, extra, wrong and swapped letters, whatever their case: up to a third of the letters and at most three. A
    /// prefix counts as one. The first of equals wins.
    public static func of(_ name: String, among known: some Sequence<String>) -> String? {
        let wanted = Array(name.lowercased())
        guard wanted.count > 1 else { return nil }
        var best: (name: String, distance: Int)?
        for candidate in known {
            let letters = Array(candidate.lowercased())
            let begins =
                min(letters.count, wanted.count) > 2
                && (letters.starts(with: wanted) || wanted.starts(with: letters))
            let distance = begins ? 1 : distance(wanted, letters)
            if distance <= min(3, max(1, wanted.count / 3)), distance < best?.distance ?? .max {
                best = (candidate, distance)
            }
        }
        return best?.name
    }

    /// Returns the question whether a similar name is meant, or `nil` without one.
    static func question(_ name: String, among known: some Sequence<String>) -> Message? {
        of(name, among: known).map { Message("didYouMean", ["name": .text($0)]) }
    }

    /// Returns the question whether a similar name is meant, or else the known names if they are few; then `advice`.
    public static func hint(_ name: String, among known: [String], then advice: Message) -> Message {
        if let question = question(name, among: known) { return .sentences(question, advice) }
        guard (1...100).contains(known.count) else { return advice }
        return .sentences(Message("knownNames", ["names": .list(known.map { .text($0) })]), advice)
    }

    /// Returns the number of insertions, deletions, changes and swaps of letters between two names.
    private static func distance(_ left: [Character], _ right: [Character]) -> Int {
        var beforeLast: [Int] = []
        var last = Array(0...right.count)
        for (row, letter) in left.enumerated() {
            var next = [row + 1]
            for (column, other) in right.enumerated() {
                var cost = min(last[column + 1] + 1, next[column] + 1, last[column] + (letter == other ? 0 : 1))
                if row > 0, column > 0, letter == right[column - 1], left[row - 1] == other {
                    cost = min(cost, beforeLast[column - 1] + 1)
                }
                next.append(cost)
            }
            (beforeLast, last) = (last, next)
        }
        return last[right.count]
    }
}
