import EngineConcepts
import WebText

extension QueryContext {
    /// Returns the definition of a label with everything it depends on: the version of words, the notes on authors, the
    /// linked people, and the names and topics of sources.
    func definition(_ text: String, dependencies: Query.Dependencies) -> String {
        var parts = ["\(SearchDocument.version) \(text)"]
        if dependencies.contains(.notes) { parts.append("notes \(authorNotes.noteDigest)") }
        if dependencies.contains(.noteLabels) { parts.append("labels \(authorNotes.labelDigest)") }
        if dependencies.contains(.people) { parts.append("people \(people.digest)") }
        if text.utf8.firstRange(ofBytes: "source:") != nil {
            let names = sourceNames.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
            parts.append(names.joined(separator: " "))
        }
        if text.utf8.firstRange(ofBytes: "topic:") != nil {
            let topics = sourceTopics.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
            parts.append(topics.joined(separator: " "))
        }
        return parts.joined(separator: " | ")
    }
}
