import EngineConcepts
import WebText

/// The plain texts of a ticket that queries read, each computed on first use.
struct TicketTexts {
    private let ticket: Ticket
    private let sourceName: String?
    /// The names of the topics to which its source belongs.
    let sourceTopics: [String]
    private let authorNotes: AuthorNotes
    private let people: People

    /// Creates the texts of a ticket.
    ///
    /// - Parameter context: The names and notes that the ticket does not contain, or `nil` if only its own texts are read.
    init(_ ticket: Ticket, in context: QueryContext? = nil) {
        self.ticket = ticket
        sourceName = context?.sourceNames[ticket.supplier]
        sourceTopics = context?.sourceTopics[ticket.supplier] ?? []
        authorNotes = context?.authorNotes ?? .none
        people = context?.people ?? .none
    }

    /// The title, and for a boost that of the boosted item.
    var titles: [String] {
        [ticket.body.title, ticket.body.boosted?.title].compactMap(\.self)
    }

    /// The displayed text.
    var texts: [String] {
        mutating get {
            if let knownTexts { return knownTexts }
            let texts = bodies.map(\.text) + beside
            knownTexts = texts
            return texts
        }
    }

    private var knownTexts: [String]?

    /// The names and handles of the authors.
    var authors: [String] {
        authorAndBooster.flatMap { [$0.name, $0.handle].compactMap(\.self) }
    }

    /// The author, or for a boost the booster and the author.
    private var authorAndBooster: [Author] {
        [ticket.body.author, ticket.body.boosted?.author].compactMap(\.self)
    }

    var tags: [String] { ticket.body.tags }

    /// The language that the source states, or `nil`.
    var statedLanguage: String? { ticket.body.language?.nonEmpty }

    /// ``EngineConcepts/Ticket/contentLanguage`` of the ticket: a guess costs more than everything else.
    private(set) lazy var language: String? = statedLanguage ?? guess

    /// The language of the words, whatever the source states.
    private var guess: String? {
        mutating get {
            if case .guess(let language) = ticket.detectedLanguage { return language }
            return LanguageGuess.language(of: titles + (knownTexts ?? beginnings))
        }
    }

    /// The names of its source: the supplier's and the one that the user chose.
    var sources: [String] {
        [ticket.supplier.rawValue, sourceName].compactMap(\.self)
    }

    /// The notes on the author and the booster.
    private(set) lazy var notes: [AuthorNote] =
        authorNotes.isEmpty
        ? [] : authorAndBooster.flatMap { authorNotes.notes(on: $0, in: ticket.supplier).map(\.note) }

    /// The names of the persons who are the author and the booster.
    private(set) lazy var persons: [String] =
        people.isEmpty ? [] : authorAndBooster.compactMap { people.person(of: $0, in: ticket.supplier)?.name }

    /// The addresses that it links to: its own and those in its text.
    private(set) lazy var links: [String] = addresses + linksInText

    /// The links in its text except mentions and tags.
    private(set) lazy var linksInText: [String] = bodies.flatMap(\.links)

    /// The sites that it links to, with international names in Punycode.
    private(set) lazy var hosts: [String] = links.compactMap(WebAddress.site(of:))
        .map { WebAddress.punycode($0) ?? $0 }

    private lazy var bodies: [LinkedText] = bodyTexts.map { LinkedText($0) }

    /// ``texts``, of which only the beginnings that a guess of the language reads are complete.
    private var beginnings: [String] {
        bodyTexts.map { LinkedText($0, enoughFor: LanguageGuess.maximumBytes).text } + beside
    }

    private var bodyTexts: [TicketText] {
        let body = ticket.body
        return [body.textOrSummary, body.boosted?.text, body.quoted?.text].compactMap(\.self).filter { !$0.isEmpty }
    }

    private var beside: [String] {
        let body = ticket.body
        return [body.contentWarning, body.quoted?.title].compactMap(\.self) + body.media.compactMap(\.alternativeText)
    }

    private var addresses: [String] {
        let body = ticket.body
        return [body.link, body.boosted?.link, body.quoted?.link, ticket.source.fields[SourceLayer.externalLinkField]]
            .compactMap(\.self)
    }
}
