/// Finds what somebody meant who has misspelt a name.
public enum NearestName {
    /// The name among `known` that is written most like `name`; nil where none is written much like it.
    ///
    /// Counts letters that are missing, superfluous or wrong, and neighbours that changed places, whatever their case: up to a
    /// third of the letters, and no more than three. A name that `name` begins, or that begins `name`, counts as one letter
    /// off. Among equals the first one in `known` is taken.
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

    /// `Did you mean "NAME"? `, with a space behind it; empty where no name is near.
    static func question(_ name: String, among known: some Sequence<String>) -> String {
        of(name, among: known).map { "Did you mean \(TOMLText.quoted($0))? " } ?? ""
    }

    /// `Did you mean "NAME"? `; where no name is near, the names that there are, unless nobody would read that many. With a space
    /// behind it.
    public static func hint(_ name: String, among known: [String]) -> String {
        let question = question(name, among: known)
        guard question.isEmpty, (1...100).contains(known.count) else { return question }
        return "There is: \(known.joined(separator: ", ")). "
    }

    /// How many letters must be put in, taken out, changed, or swapped with their neighbour to make the one of the other.
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
