import EngineConcepts
import Queries

/// A `[[topic]]` of `library.toml`. Sources name their topics (`topics = […]`), not the other way round.
struct TopicTable {
    let entry: TableEntry

    static let keys: Set<String> = ["name", "query", "languages", "pinned", "automatic"]

    func topic(_ kinds: SourceKinds?) throws(ConfigurationError) -> Topic {
        Topic(
            name: try entry.name(), query: try entry.query("query", kinds),
            languages: try languages(), isPinned: try entry.flag("pinned") ?? false,
            isAutomatic: try entry.flag("automatic") ?? false)
    }

    private func languages() throws(ConfigurationError) -> Set<String> {
        var tags: Set<String> = []
        for language in try entry.words("languages") {
            guard let tag = LanguageTag.normalized(language) else {
                throw entry.error("languages", Message("languageInvalid", ["language": .text(language)]))
            }
            tags.insert(tag)
        }
        return tags
    }

    static func lines(of topic: Topic) -> [TableBlock.Line] {
        var lines = [(key: "name", value: TOMLWriter.quoted(topic.name))]
        if let query = topic.query { lines.append(("query", TOMLWriter.quoted(query.description))) }
        if !topic.languages.isEmpty { lines.append(("languages", TOMLWriter.list(topic.languages.sorted()))) }
        if topic.isPinned { lines.append(("pinned", "true")) }
        if topic.isAutomatic { lines.append(("automatic", "true")) }
        return lines
    }
}
