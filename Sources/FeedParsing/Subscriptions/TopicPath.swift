import WebText

/// Maps nested folders to topics, which are flat: the folder `F1` in `Racing` becomes the topic `Racing/F1`, and its
/// content also belongs to the topic `Racing`, as the outer folder shows it.
///
/// The export loses nothing: a topic becomes a nested folder only for sources that belong to both topics.
enum TopicPath {
    /// The maximum depth of folders that become topics.
    static let maximumDepth = 16

    /// Returns the topic of a folder with this name inside the folder of `outer`.
    static func topic(_ folder: String, in outer: String?) -> String {
        SubscriptionList.topic(outer.map { "\($0)/\(folder)" } ?? folder)
    }

    /// Returns the topics of a category such as `/Boston/Weather`, the outermost first.
    static func topics(ofCategory category: some StringProtocol) -> [String] {
        let names = category.split(separator: "/").map { TextSanitizer.line(String($0)) }.filter { !$0.isEmpty }
        var topics: [String] = []
        for name in names.prefix(maximumDepth) { topics.append(topic(name, in: topics.last)) }
        return topics
    }

    /// Returns the folders for an item with these topics, each as a path from the outermost folder.
    static func folders(of topics: [String]) -> [[String]] {
        let parents = topics.map { topic in topics.filter { name(of: topic, in: $0) != nil }.max { $0.count < $1.count }
        }
        return topics.filter { !parents.contains($0) }
            .map { topic in
                var path: [String] = []
                var inner = topic
                while let index = topics.firstIndex(of: inner) {
                    guard let outer = parents[index], let name = name(of: inner, in: outer) else { break }
                    path.insert(name, at: 0)
                    inner = outer
                }
                return [inner] + path
            }
    }

    /// Returns the name of the folder of `topic` inside that of `outer`, or `nil` if it is not nested there.
    private static func name(of topic: String, in outer: String) -> String? {
        guard !outer.isEmpty, topic.hasPrefix("\(outer)/") else { return nil }
        let name = String(topic.dropFirst(outer.count + 1))
        // A name that would not survive parsing is not split.
        return name.isEmpty || name != TextSanitizer.line(name) ? nil : name
    }
}
