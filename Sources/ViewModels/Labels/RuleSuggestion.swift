public import EngineConcepts
import Localization
import Queries

/// A proposed condition for a rule about a ticket, in words.
public nonisolated struct RuleSuggestion: Equatable, Sendable {
    /// The rule that a suggestion stands for.
    public enum Subject: Equatable, Sendable {
        /// Tickets that match a query, as typed.
        case query(String)
        /// All tickets of a source.
        case source(SupplierID)
        /// Tickets outside the topic with this name.
        case offTopic(String)
        /// No rule: the list of all rules.
        case allRules
    }

    /// The kind of condition, such as "with the word".
    public var name: String
    /// The word, name or tag.
    public var text: String
    public var subject: Subject

    private static let maximumTags = 4
    private static let maximumWords = 4
    private static let maximumTopics = 2

    /// Returns all suggestions for rules about tickets like this one, the most useful first: its source, its author,
    /// its tags and the words of its title, or of its text if it has none.
    ///
    /// - Parameters:
    ///   - source: The name of the ticket's source.
    ///   - others: The topics that the ticket does not belong to.
    static func all(
        for entry: TrackEntry, shownAs presentation: Presentation, from source: String, outside others: [String] = [],
        localizer: Localizer
    ) -> [RuleSuggestion] {
        let ticket = entry.ticket
        let body = ticket.body
        var all: [RuleSuggestion] = []
        func add(_ key: MessageKey, _ query: Query?, _ text: String? = nil) {
            guard let query else { return }
            let typed = query.description
            all.append(RuleSuggestion(name: localizer(key), text: text ?? typed, subject: .query(typed)))
        }
        all.append(RuleSuggestion(name: localizer(.ruleSource), text: source, subject: .source(ticket.supplier)))
        add(.ruleAuthor, .author(of: ticket), ticket.shownAuthor?.name)
        for tag in Query.tags(of: ticket).prefix(maximumTags) { add(.ruleTag, tag) }
        // Posts without a title have their words in the text.
        let isTitled = body.title != nil && presentation.title != nil
        for word in salientWords(of: presentation) {
            let query = WordPattern(word, .word).map { Query.condition(.words($0, in: isTitled ? .title : .anywhere)) }
            add(isTitled ? .ruleTitleWord : .ruleWord, query, word)
        }
        add(.ruleSite, .site(of: ticket))
        add(.ruleBoostsOf, .boostsByBooster(of: ticket))
        add(.ruleBoosts, body.boosted == nil ? nil : .boosts)
        add(.ruleReplies, body.replyTo == nil ? nil : .replies)
        add(.ruleWarnings, body.contentWarning == nil ? nil : .contentWarnings)
        add(.ruleDuplicates, entry.storyMember == nil ? nil : .duplicates)
        add(
            .ruleLanguage, body.language.map { .condition(.language($0.lowercased())) },
            body.language.map { localizer(LanguageTag.name(of: $0)) })
        all += others.prefix(maximumTopics)
            .map { RuleSuggestion(name: localizer(.ruleNotInTopic), text: $0, subject: .offTopic($0)) }
        all.append(RuleSuggestion(name: localizer(.ruleAll), text: "", subject: .allRules))
        return all
    }

    /// Returns the most specific words of the title, or of the text if there is no title: the longest ones, the first of
    /// equals first. Words of up to three Latin letters, such as "the", are left out where others remain.
    private static func salientWords(of presentation: Presentation) -> [String] {
        let text = presentation.title ?? presentation.body.plainText
        let words = text.prefix(400).split { !$0.isLetter && !$0.isNumber }.map { $0.lowercased() }.uniqued()
        let specific = words.filter { $0.count > 3 || !$0.allSatisfy { ("a"..."z").contains($0) } }
        let longest = (specific.isEmpty ? words : specific).enumerated()
            .sorted { ($1.element.count, $0.offset) < ($0.element.count, $1.offset) }
        return longest.prefix(maximumWords).map(\.element)
    }
}
