import EngineConcepts
import WebText

/// Evaluates conditions on one ticket, except those on words, which ``WordIndex`` finds.
struct ConditionEvaluator {
    let subject: QuerySubject
    let now: Timestamp?
    let zone: @Sendable (Timestamp) -> Duration
    var texts: TicketTexts

    private var ticket: Ticket { subject.ticket }
    private var body: TicketBody { subject.ticket.body }

    mutating func verdict(_ condition: Condition) -> Verdict {
        switch condition {
        // Words that the ticket has were found before.
        case .words: .no
        case .regex(let pattern, let scope): Verdict(matches(pattern, in: scope))
        case .site(let host): Verdict(links(to: host))
        case .language(let tag): Verdict(texts.language.map { LanguageTag.isVariety($0, of: tag) } ?? false)
        case .kind(let kind, name: _): Verdict(ticket.supplier.kind == kind)
        case .trait(let trait): verdict(trait)
        case .count(let reactions, let range): Verdict(count(reactions).map(range.contains) ?? false)
        case .age(let range): Verdict(now.map { range.contains(ticket.shownTime, at: $0) })
        case .date(let range): Verdict(range.contains(ticket.shownTime, zone: zone))
        }
    }

    private mutating func matches(_ pattern: RegexPattern, in scope: SearchScope) -> Bool {
        switch scope {
        case .anywhere: [SearchScope.title, .text, .author, .tag].contains { matches(pattern, in: $0) }
        case .title: texts.titles.contains(where: pattern.matches)
        case .text: texts.texts.contains(where: pattern.matches)
        case .author: texts.authors.contains(where: pattern.matches)
        case .tag: texts.tags.contains(where: pattern.matches)
        case .url: texts.links.contains(where: pattern.matches)
        case .source: texts.sources.contains(where: pattern.matches)
        case .topic: texts.sourceTopics.contains(where: pattern.matches)
        case .note: texts.notes.contains { pattern.matches($0.text) }
        case .label: texts.notes.contains { $0.label.map(pattern.matches) ?? false }
        case .person: texts.persons.contains(where: pattern.matches)
        }
    }

    /// Returns true if the ticket links to a host or a subdomain of it.
    private mutating func links(to host: String) -> Bool {
        let host = WebAddress.punycode(host) ?? host
        let domain = ".\(host)"
        return texts.hosts.contains { $0 == host || $0.hasSuffix(domain) }
    }

    private func count(_ reactions: ReactionCount) -> Int? {
        switch reactions {
        case .score: body.counts.points ?? body.counts.likes
        case .likes: body.counts.likes
        case .boosts: body.counts.boosts
        case .replies: body.counts.replies
        }
    }

    private mutating func verdict(_ trait: Trait) -> Verdict {
        switch trait {
        case .unread: Verdict(subject.marks.map { !$0.isRead })
        case .read: Verdict(subject.marks?.isRead)
        case .starred: Verdict(subject.marks?.isStarred)
        case .later: Verdict(subject.marks?.isLater)
        case .boost: Verdict(body.boosted != nil)
        case .reply: Verdict(body.replyTo != nil)
        case .quote: Verdict(body.quoted != nil)
        case .edited: Verdict(ticket.editTime != nil)
        case .late: Verdict(subject.isLate)
        case .duplicate: Verdict(subject.isDuplicate)
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
        case .note: Verdict(!texts.notes.isEmpty)
        }
    }
}
