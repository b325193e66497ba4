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

    /// Returns `Did you mean "NAME"? ` with a space after it, or nothing without a similar name.
    static func question(_ name: String, among known: some Sequence<String>) -> String {
        of(name, among: known).map { "Did you mean \(TOMLText.quoted($0))? " } ?? ""
    }

    /// Returns `Did you mean "NAME"? `, or the known names if none is similar and they are few, with a space after it.
    public static func hint(_ name: String, among known: [String]) -> String {
        let question = question(name, among: known)
        guard question.isEmpty, (1...100).contains(known.count) else { return question }
        return "There is: \(known.joined(separator: ", ")). "
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
