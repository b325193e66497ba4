/// Completes the last of several topics that are typed with commas. Completing again takes the next topic that matches.
nonisolated struct TopicCompletion {
    private var typedLine = ""
    /// The line with the present match, or `nil` before the first.
    private var completedLine: String?
    private var index: Int?

    /// Returns the line with the match this far after the present one, cyclically, or `nil` if nothing matches.
    ///
    /// - Parameters:
    ///   - line: The present line. A changed line starts anew.
    ///   - count: The number of matches to go on; negative goes back.
    ///   - topics: The known topics.
    mutating func complete(_ line: String, by count: Int, from topics: [String]) -> String? {
        if line != completedLine { (typedLine, index) = (line, nil) }
        let matches = Self.matches(of: typedLine, from: topics)
        guard !matches.isEmpty else { return nil }
        let next = index.cycled(by: count, within: matches.count)
        index = next
        completedLine = matches[next]
        return completedLine
    }

    /// Returns the lines with each topic that begins with the last part of the line and is not in the line yet.
    private static func matches(of line: String, from topics: [String]) -> [String] {
        var parts = line.split(separator: ",", omittingEmptySubsequences: false)
            .map { $0.split(separator: " ").joined(separator: " ") }
        let start = parts.removeLast().lowercased()
        let before = parts.filter { !$0.isEmpty }
        let used = Set(before.map { $0.lowercased() })
        var seen: Set<String> = []
        return topics.compactMap { topic in
            let name = topic.lowercased()
            // A comma would end the topic.
            guard name.hasPrefix(start), !used.contains(name), !topic.contains(","), seen.insert(name).inserted else {
                return nil
            }
            return (before + [topic]).joined(separator: ", ")
        }
    }
}
