/// The conditions on words of several queries, by what they search: a ticket's own words, or names that it does not contain.
struct WordLookups: Sendable {
    /// The conditions on the words of a ticket.
    private(set) var words = WordIndex()
    /// The conditions on the name of a source.
    private(set) var sources = NameConditions()
    /// The conditions on the topics of a source.
    private(set) var topics = NameConditions()
    /// The conditions on the texts of notes on authors.
    private(set) var notes = NameConditions()
    /// The conditions on the labels of notes on authors.
    private(set) var labels = NameConditions()
    /// The conditions on the persons of authors.
    private(set) var persons = NameConditions()

    /// Adds the condition with an index: a pattern in a scope.
    mutating func add(_ pattern: WordPattern, in scope: SearchScope, for condition: Int) {
        switch scope {
        case .source: sources.add(pattern, for: condition)
        case .topic: topics.add(pattern, for: condition, isWhole: true)
        case .note: notes.add(pattern, for: condition)
        case .label: labels.add(pattern, for: condition, isWhole: true)
        case .person: persons.add(pattern, for: condition, isWhole: true)
        case .anywhere, .title, .text, .author, .tag, .url: words.add(pattern, in: scope, for: condition)
        }
    }
}
