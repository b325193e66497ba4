import WebText

/// What folders within folders are among topics, which do not stand in each other: the folder `F1` within `Racing` is the topic
/// `Racing/F1`, and what stands in it belongs to the topic `Racing` as well, as a reader of the outer folder sees it.
///
/// The way back loses nothing: a topic becomes a folder within another one only for sources that belong to both.
enum TopicPath {
    /// Folders that stand deeper make no topics of their own.
    static let deepest = 16

    /// The topic of a folder of this name that stands in the folder of `outer`.
    static func topic(_ folder: String, in outer: String?) -> String {
        SubscriptionList.topic(outer.map { "\($0)/\(folder)" } ?? folder)
    }

    /// The topics that a category such as `/Boston/Weather` stands for, the outermost first.
    static func topics(ofCategory category: some StringProtocol) -> [String] {
        let names = category.split(separator: "/").map { TextSanitizer.line(String($0)) }.filter { !$0.isEmpty }
        var topics: [String] = []
        for name in names.prefix(deepest) { topics.append(topic(name, in: topics.last)) }
        return topics
    }

    /// The folders that something with these topics stands in, each with those around it, the outermost first.
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

    /// What the folder of `topic` is called within that of `outer`; nil where it has no place there.
    private static func name(of topic: String, in outer: String) -> String? {
        guard !outer.isEmpty, topic.hasPrefix("\(outer)/") else { return nil }
        let name = String(topic.dropFirst(outer.count + 1))
        // A name that no reader would read as it is stays what it is.
        return name.isEmpty || name != TextSanitizer.line(name) ? nil : name
    }
}
