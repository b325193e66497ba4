internal import EngineConcepts

/// Decides the conditions that no word index decides.
struct FactReader {
    let subject: QuerySubject
    let now: Timestamp?
    let zone: @Sendable (Timestamp) -> Duration
    var texts: TicketTexts

    private var ticket: Ticket { subject.ticket }
    private var body: TicketBody { subject.ticket.body }

    mutating func verdict(_ condition: Condition) -> Verdict {
        switch condition {
        // Words are looked for before anything is asked here.
        case .words: .no
        case .regex(let pattern, let field): Verdict(texts(of: field).contains(where: pattern.matches))
        case .site(let host): Verdict(texts.hosts.contains { $0 == host || $0.hasSuffix(".\(host)") })
        case .language(let tag): Verdict(texts.language.map { Self.speaks($0, tag) } ?? false)
        case .kind(let kind):
            Verdict(ticket.supplier.rawValue.prefix { $0 != ":" }.lowercased() == kind)
        case .trait(let trait): verdict(trait)
        case .count(let field, let range): Verdict(count(field).map(range.contains) ?? false)
        case .age(let range): now.map { Verdict(range.contains(ticket.shownTime, at: $0)) } ?? .maybe
        case .date(let range): Verdict(range.contains(ticket.shownTime, zone: zone))
        }
    }

    private mutating func texts(of field: TextField) -> [String] {
        switch field {
        case .anywhere: texts.titles + texts.texts + texts.authors + texts.tags
        case .title: texts.titles
        case .text: texts.texts
        case .author: texts.authors
        case .tag: texts.tags
        case .url: texts.links
        case .source: texts.sources
        }
    }

    private static func speaks(_ language: String, _ tag: String) -> Bool {
        let language = language.lowercased().replacing("_", with: "-")
        return language == tag || language.hasPrefix(tag + "-")
    }

    private func count(_ field: CountField) -> Int? {
        switch field {
        case .score: body.counts.points ?? body.counts.likes
        case .likes: body.counts.likes
        case .boosts: body.counts.boosts
        case .replies: body.counts.replies
        }
    }

    private mutating func verdict(_ trait: Trait) -> Verdict {
        switch trait {
        case .unread: subject.marks.map { Verdict(!$0.isRead) } ?? .maybe
        case .read: subject.marks.map { Verdict($0.isRead) } ?? .maybe
        case .starred: subject.marks.map { Verdict($0.isStarred) } ?? .maybe
        case .boost: Verdict(body.boosted != nil)
        case .reply: Verdict(body.replyTo != nil)
        case .quote: Verdict(body.quoted != nil)
        case .edited: Verdict(ticket.editTime != nil)
        case .late: Verdict(subject.isLate)
        case .duplicate: subject.isDuplicate.map { Verdict($0) } ?? .maybe
        case .image: Verdict(body.media.contains { $0.kind == .image })
        case .video: Verdict(body.media.contains { $0.kind == .video })
        case .audio: Verdict(body.media.contains { $0.kind == .audio })
        case .media: Verdict(!body.media.isEmpty)
        case .enclosure: Verdict(body.media.contains { $0.kind != .image })
        case .link: Verdict(body.title != nil && body.link != nil || !texts.linksInText.isEmpty)
        case .warning: Verdict(body.contentWarning != nil)
        case .title: Verdict(body.title != nil)
        case .tag: Verdict(!body.tags.isEmpty)
        case .language: Verdict(texts.language != nil)
        }
    }
}
