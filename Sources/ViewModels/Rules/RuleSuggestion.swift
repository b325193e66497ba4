import EngineConcepts
import Localization
import Queries

/// What a rule could be about, seen from one ticket: a key, words, and the query.
public nonisolated struct RuleSuggestion: Equatable, Sendable, Identifiable {
    /// The key that takes it.
    public var key: Character
    /// What it is: "word", "author".
    public var name: String
    /// The query, as it is typed; or the name of the topic, where the rule is about what does not belong to one.
    public var text: String
    /// Whether ``text`` names a topic.
    public var isOffTopic = false

    /// The key.
    public var id: Character { key }

    /// Everything that a rule about tickets like this one could be about.
    ///
    /// - Parameter others: The topics that the ticket does not belong to.
    static func all(
        for entry: TrackEntry, shownAs presentation: Presentation, outside others: [String] = [], wording: Localizer
    ) -> [RuleSuggestion] {
        let ticket = entry.ticket
        var all: [RuleSuggestion] = []
        func add(_ key: Character, _ phrase: MessageKey, _ query: Query?) {
            guard let query else { return }
            all.append(RuleSuggestion(key: key, name: wording(phrase), text: query.description))
        }
        let body = ticket.body
        add("w", .ruleWord, salientWord(of: ticket, presentation).flatMap { .mutedWords([$0]) })
        add("a", .ruleAuthor, .author(of: ticket))
        add("d", .ruleSite, .site(of: ticket))
        for (key, tag) in zip("t123456789", Query.tags(of: ticket)) { add(key, .ruleTag, tag) }
        if let author = Query.author(of: ticket), body.boosted != nil {
            add("b", .ruleBoostsOf, .all(of: [author, .boosts]))
        }
        add("B", .ruleBoosts, body.boosted == nil ? nil : .boosts)
        add("r", .ruleReplies, body.replyTo == nil ? nil : .replies)
        add("c", .ruleWarnings, body.contentWarning == nil ? nil : .contentWarnings)
        add("D", .ruleDuplicates, entry.telling == nil ? nil : .duplicates)
        add("l", .ruleLanguage, body.language.map { .condition(.language($0.lowercased())) })
        for (key, topic) in zip("oOxX", others) {
            all.append(RuleSuggestion(key: key, name: wording(.ruleNotInTopic), text: topic, isOffTopic: true))
        }
        return all
    }

    /// The word of the title, or of the text where there is none, that tells most: the longest, and of those the first.
    private static func salientWord(of ticket: Ticket, _ presentation: Presentation) -> String? {
        let text = presentation.title ?? presentation.body.plainText
        let words = text.prefix(400).split { !$0.isLetter && !$0.isNumber }
        return words.max { $0.count < $1.count }.map { $0.lowercased() }
    }
}
