import EngineConcepts
import Localization
import WebText

/// Makes the content of the ticket screen from a ticket. Pure, and callable from any isolation.
public nonisolated struct TicketBuilder: Sendable {
    let texts: TimeTexts
    var localizer: Localizer { texts.localizer }
    private let rows: RowBuilder

    /// Creates a builder with these texts.
    public init(texts: TimeTexts) {
        self.texts = texts
        rows = RowBuilder(texts: texts)
    }

    /// Returns the content of the ticket screen.
    ///
    /// - Parameters:
    ///   - others: The other tickets of its story.
    ///   - earlierVersions: The versions before its edits, latest first, each in its presentation.
    func content(
        for entry: TrackEntry, shownAs presentation: Presentation, others: [TrackEntry] = [],
        earlierVersions: [(ticket: Ticket, presentation: Presentation)] = [], in context: RowBuilder.Context
    ) -> TicketContent {
        let ticket = entry.ticket
        let body = RowBuilder.body(of: presentation)
        let (text, links, jumps, media) = numbered(presentation, body)
        let warning = context.revealed.contains(ticket.id) ? nil : presentation.warning
        var content = TicketContent(
            key: ticket.key, source: context.name(of: ticket.supplier),
            kind: context.kind(of: ticket.supplier),
            context: reason(for: ticket, presentation, in: context), title: presentation.title,
            byline: presentation.byline,
            notes: NoteText.all(on: ticket, in: context.authorNotes),
            person: PersonText(authorOf: ticket, in: context.people),
            dates: dates(of: entry, presentation, isEdited: !earlierVersions.isEmpty, in: context),
            warning: warning.map(rows.warningText),
            text: PollText(texts: texts).added(to: text, of: presentation, at: context.now),
            quote: rows.quote(of: presentation, in: context),
            facts: rows.facts(of: presentation), links: links, jumps: jumps, media: media,
            alsoOn: others.map { other($0.ticket, in: context) }, tags: ticket.body.tags,
            earlierVersions: warning == nil
                ? earlierVersions.map { earlierVersion($0.ticket, $0.presentation, in: context) } : [],
            link: presentation.link ?? ticket.body.link, raw: ticket.source.raw ?? kept(of: ticket),
            rawHeading: localizer(ticket.source.raw == nil ? .ticketStored : .ticketRaw), marks: entry.marks,
            reactions: ReactionMark.marks(of: entry),
            emptyHint: body == presentation.body ? localizer(.ticketNoText) : "",
            pictures: warning == nil && context.pictureUse != .never
                ? TicketPicture.all(of: presentation).filter { $0.kind == .image } : [])
        content.language = ticket.body.language
        if warning == nil { content.liftedWarning = presentation.warning.map { localizer($0) } }
        content.verified = presentation.verifiedLinks.map(DisplayAddress.hostAndPath)
        // Articles begin with a title, beside which there is no room.
        if context.pictureUse != .never, presentation.title == nil { content.avatar = presentation.byline?.avatar }
        return content
    }

    /// Returns the text with the numbers of its links, and the links: those of the text, then those of media, of the page
    /// and of the discussion.
    private func numbered(
        _ presentation: Presentation, _ body: StyledText
    ) -> (text: StyledText, links: [NumberedLink], jumps: [JumpLink], media: [TicketContent.MediaText]) {
        var (text, links, jumps) = LinkNumbering.number(shown(body))
        func number(of url: String, text: String) -> Int {
            if let known = links.first(where: { $0.url == url }) { return known.number }
            links.append(NumberedLink(number: links.count + 1, text: text, url: url))
            return links.count
        }
        let media = presentation.media.map { media in
            let description = media.alternativeText ?? localizer(.noDescription)
            let (kind, details) = (localizer(media.kind.message), details(of: media))
            let number = number(of: media.url, text: media.alternativeText ?? DisplayAddress.hostAndPath(of: media.url))
            if media.kind != .image {
                links[number - 1].details = details.isEmpty ? kind : "\(kind), \(details)"
                links[number - 1].isPlayable = media.isPlayable
            }
            return TicketContent.MediaText(
                kind: kind, description: description, details: details, linkNumber: number, address: media.url)
        }
        if let link = presentation.link, !links.contains(where: { $0.url == link }) {
            _ = number(of: link, text: DisplayAddress.hostAndPath(of: link))
        }
        if let discussion = presentation.discussion { _ = number(of: discussion, text: localizer(.ticketDiscussion)) }
        if text.isEmpty, presentation.title == nil { (text, jumps) = (StyledText(), []) }
        return (text, links, jumps, media)
    }

    private func earlierVersion(
        _ ticket: Ticket, _ presentation: Presentation, in context: RowBuilder.Context
    ) -> TicketContent.EarlierVersion {
        TicketContent.EarlierVersion(
            time: texts.moment(ticket.editTime ?? ticket.shownTime, at: context.now), title: presentation.title,
            text: shown(presentation.body))
    }

    /// Returns a text as the screen shows it, before anything is added to it.
    func shown(_ text: StyledText) -> StyledText {
        ScriptText.visible(in: text.namingPictures(localizer(Media.Kind.image.message)))
    }

    /// Returns the stored raw form of an item whose source has none that can be shown, such as a feed item's title and
    /// markup, or `nil` if all of it is visible anyway.
    private func kept(of ticket: Ticket) -> String? {
        guard case .html(let markup, let base) = ticket.body.text else { return nil }
        let fields = [
            ("id", ticket.id.item), ("title", ticket.body.title), ("author", ticket.body.author?.name),
            ("link", ticket.body.link), ("base", base), ("language", ticket.body.language),
        ]
        let lines = fields.compactMap { name, value in value.map { "\(name): \($0)" } }
        return (lines + ["", markup]).joined(separator: "\n")
    }

    private func other(_ ticket: Ticket, in context: RowBuilder.Context) -> TicketContent.StoryTicket {
        let source = context.name(of: ticket.supplier)
        return TicketContent.StoryTicket(
            id: ticket.id, source: source, kind: context.kind(of: ticket.supplier),
            time: rows.time(ticket.shownTime, in: context),
            headline: ticket.body.title ?? ticket.body.author?.name ?? source)
    }

    /// Returns the reason why the ticket is here, for a boost with its time: the date below the author is that of the post.
    private func reason(
        for ticket: Ticket, _ presentation: Presentation, in context: RowBuilder.Context
    ) -> ContextText? {
        var reason = presentation.context.map { ContextText($0, in: localizer) }
        if ticket.body.boosted?.time != nil { reason?.text += " · \(texts.moment(ticket.shownTime, at: context.now))" }
        return reason
    }

    private func dates(
        of entry: TrackEntry, _ presentation: Presentation, isEdited: Bool, in context: RowBuilder.Context
    ) -> [String] {
        let ticket = entry.ticket
        var dates = [texts.full(ticket.body.boosted?.time ?? ticket.shownTime)]
        if ticket.hasNoDate { dates.append(localizer(.assumedTimeBadge)) }
        if let edited = ticket.editTime {
            dates.append(localizer(.edited, .text(texts.moment(edited, at: context.now))))
        } else if isEdited {
            dates.append(localizer(.editedBadge))
        }
        if entry.isLate { dates.append(localizer(.lateBadge)) }
        if let minutes = presentation.body.readingMinutes { dates.append(localizer(.readingTime, .number(minutes))) }
        return dates + presentation.origin.map { localizer($0) }
    }

    private func details(of media: Media) -> String {
        var parts: [String] = []
        if let width = media.width, let height = media.height { parts.append("\(width) × \(height)") }
        if let seconds = media.seconds { parts.append(texts.duration(.seconds(seconds))) }
        if let bytes = media.byteCount { parts.append(Self.size(bytes)) }
        return parts.joined(separator: ", ")
    }

    static func size(_ bytes: Int64) -> String {
        switch bytes {
        case ..<1000: "\(bytes) B"
        case ..<1_000_000: "\(bytes / 1000) kB"
        case ..<1_000_000_000: "\(bytes / 1_000_000).\(bytes / 100_000 % 10) MB"
        default: "\(bytes / 1_000_000_000).\(bytes / 100_000_000 % 10) GB"
        }
    }
}
