/// Completes a line that is typed. Completing again takes the next match.
nonisolated struct LineCompletion {
    private var typedLine = ""
    /// The line with the present match, or `nil` before the first, and if there is no other.
    private var completedLine: String?
    private var index: Int?

    /// Returns the typed line that is to be completed.
    ///
    /// - Parameter line: The present line. A changed line starts anew, and so does one that had only one match, such as a
    ///   directory.
    mutating func begin(_ line: String) -> String {
        if line != completedLine { (typedLine, index) = (line, nil) }
        return typedLine
    }

    /// Returns the line with the match this far after the present one, cyclically, or `nil` if nothing matches.
    ///
    /// - Parameters:
    ///   - count: The number of matches to go on; negative goes back.
    ///   - found: The lines that complete the typed one.
    mutating func take(_ count: Int, of found: [String]) -> String? {
        guard !found.isEmpty else { return nil }
        let next = index.cycled(by: count, within: found.count)
        index = next
        completedLine = found.count == 1 ? nil : found[next]
        return found[next]
    }
}

/// A path that completes a typed one.
nonisolated struct PathMatch: Equatable, Sendable {
    /// The beginning of the path, with a slash at the end; empty for the working directory.
    var directory: String
    /// The name of the file, that of a directory with a slash at the end.
    var name: String

    var path: String { directory + name }
}
