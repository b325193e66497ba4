import EngineConcepts
import Localization
import Queries

/// A suggestion for a rule about a ticket: a key, a description and the query.
public nonisolated struct RuleSuggestion: Equatable, Sendable, Identifiable {
    /// The key that selects it.
    public var key: Character
    /// The kind of suggestion, such as "word" or "author".
    public var name: String
    /// The query as typed, or the name of the topic if the rule is for tickets outside a topic.
    public var text: String
    /// True if ``text`` is the name of a topic.
    public var isOffTopic = false

    /// The key.
    public var id: Character { key }

    /// All suggestions for rules about tickets like this one.
    ///
    /// - Parameter others: The topics that the ticket does not belong to.
    static func all(
        for entry: TrackEntry, shownAs presentation: Presentation, outside others: [String] = [], localizer: Localizer
    ) -> [RuleSuggestion] {
        let ticket = entry.ticket
        var all: [RuleSuggestion] = []
        func add(_ key: Character, _ messageKey: MessageKey, _ query: Query?) {
            guard let query else { return }
            all.append(RuleSuggestion(key: key, name: localizer(messageKey), text: query.description))
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
        add("D", .ruleDuplicates, entry.storyMember == nil ? nil : .duplicates)
        add("l", .ruleLanguage, body.language.map { .condition(.language($0.lowercased())) })
        for (key, topic) in zip("oOxX", others) {
            all.append(RuleSuggestion(key: key, name: localizer(.ruleNotInTopic), text: topic, isOffTopic: true))
        }
        return all
    }

    /// The most specific word of the title, or of the text if there is no title: the first of the longest ones.
    private static func salientWord(of ticket: Ticket, _ presentation: Presentation) -> String? {
        let text = presentation.title ?? presentation.body.plainText
        let words = text.prefix(400).split { !$0.isLetter && !$0.isNumber }
        return words.max { $0.count < $1.count }.map { $0.lowercased() }
    }
}
