/// Completes the last of several topics that are typed with commas.
nonisolated enum TopicCompletion {
    /// Returns the lines with each topic that begins with the last part of the line and is not in the line yet.
    static func matches(of line: String, from topics: [String]) -> [String] {
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
