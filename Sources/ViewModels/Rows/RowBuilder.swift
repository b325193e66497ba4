import EngineConcepts
import Localization
import WebText

/// Makes rows from the contents of the Track. Pure, and callable from any isolation.
nonisolated struct RowBuilder: Sendable {
    /// The maximum number of pictures in a row; more than fit on any screen.
    private static let maximumPictures = 8
    /// The largest difference in seconds between a ticket's position and its earlier date that needs no badge.
    private static let maximumShift: Int64 = 2 * 86_400
    /// The largest difference in seconds between a ticket's position and its later date that needs no badge: from then on, its
    /// time is a date.
    private static let maximumShiftAhead: Int64 = 86_400

    let texts: TimeTexts
    var localizer: Localizer { texts.localizer }

    /// The state outside the Track's contents that rows depend on.
    struct Context: Sendable {
        var now: Timestamp
        var timeStyle = TimeStyle.relative
        var suppliers: [SupplierID: SupplierStatus] = [:]
        /// The tickets that the user revealed although they have a warning or a rule muffles them.
        var revealed: Set<TicketID> = []
        var labels = RowLabels()
        var authorNotes = AuthorNotes.none
        /// The people that the user has linked.
        var people = People.none
        /// The suppliers of the view, or `nil` for all.
        var shownSuppliers: Set<SupplierID>?
        var pictureUse = PictureUse.never

        /// True if there are several sources and none can be reached, as without a connection.
        var isOffline: Bool { suppliers.values.isOffline }

        /// Returns the name of a supplier, or its identity if it is no longer known.
        func name(of supplier: SupplierID) -> String { suppliers[supplier]?.name ?? supplier.rawValue }

        func kind(of supplier: SupplierID) -> SupplierKind { suppliers[supplier]?.kind ?? "unknown" }
    }

    func row(for entry: TrackEntry, shownAs presentation: Presentation, in context: Context) -> TicketRow {
        let ticket = entry.ticket
        let isRevealed = context.revealed.contains(ticket.id)
        let warning = isRevealed ? nil : presentation.warning
        let emphasis = context.labels.emphasis(of: entry)
        return TicketRow(
            key: ticket.key,
            shownTime: ticket.shownTime,
            time: rowTime(ticket.shownTime, in: context),
            marks: entry.marks,
            reactions: ReactionMark.marks(of: entry),
            topics: context.labels.topics(of: entry),
            emphasis: isRevealed && emphasis.isMuffled ? .plain : emphasis,
            badges: badges(of: entry, in: context),
            editedBadge: isEditedLater(ticket) ? localizer(.editedBadge) : nil,
            context: presentation.context.map { ContextText($0, in: localizer) },
            title: presentation.title,
            byline: presentation.byline,
            notes: NoteText.all(on: ticket, in: context.authorNotes),
            warning: warning.map(warningText),
            liftedWarning: isRevealed ? presentation.warning.map { localizer($0) } : nil,
            excerpt: excerpt(of: presentation),
            quote: quote(of: presentation, in: context) { Excerpt.of($0, maximumBytes: 400) },
            facts: facts(of: presentation, at: context.now),
            alsoOn: entry.storyMember.map { alsoOn($0.others.map(\.supplier), beside: ticket.supplier, in: context) },
            link: presentation.link.map(DisplayAddress.hostAndPath),
            linksToItself: ticket.post != nil && presentation.title == nil,
            source: context.name(of: ticket.supplier),
            kind: context.kind(of: ticket.supplier),
            pictures: warning == nil && context.pictureUse == .timeline ? pictures(of: presentation) : [])
    }

    private func pictures(of presentation: Presentation) -> [TicketPicture] {
        Array(TicketPicture.all(of: presentation).lazy.filter { $0.kind == .image }.prefix(Self.maximumPictures))
    }

    /// Returns the other sources with the same story, in words.
    func alsoOn(_ others: [SupplierID], beside own: SupplierID, in context: Context) -> String {
        localizer(.alsoOn, .text(names(of: others, beside: own, in: context)))
    }

    /// Returns the start of the text. The state of a poll is among the facts, which are never cut off with a long text.
    private func excerpt(of presentation: Presentation) -> StyledText {
        var excerpt = Excerpt.of(Self.body(of: presentation))
        if let notice = presentation.notice { excerpt.blocks.append(StyledText.Block(text: localizer(notice))) }
        return excerpt
    }

    /// Returns the text without a beginning that only repeats the title: a heading, or all of the text. Some sources use the
    /// same text for both.
    static func body(of presentation: Presentation) -> StyledText {
        var body = presentation.body
        guard let title = presentation.title, let first = body.blocks.first,
            first.text.trimmingSpaces == title.trimmingSpaces
        else { return body }
        if body.blocks.count > 1 {
            // The links of a heading are kept.
            guard case .heading = first.kind, first.entities.isEmpty else { return body }
        }
        body.blocks.removeFirst()
        return body
    }

    /// Returns a content warning in place of the text it covers.
    func warningText(_ warning: Message) -> String { localizer(.warningFolded, .message(warning)) }

    /// Returns the facts in words, with large numbers shortened: `2.1k`.
    ///
    /// - Parameter now: The present time if the state of a poll is a fact, or `nil` if it is said elsewhere.
    func facts(of presentation: Presentation, at now: Timestamp? = nil) -> [FactText] {
        let counts = presentation.facts.map { fact -> FactText in
            switch fact {
            case .note(let text): return FactText(role: .note, text: localizer(text), count: nil)
            case .count(let role, let count):
                let number = localizer.shortened(count)
                let text = role == .points ? localizer(.factPoints, .text(number), .number(count)) : number
                return FactText(role: role, text: text, count: count)
            }
        }
        guard let now, let poll = presentation.poll else { return counts }
        let state = PollText(texts: texts).text(of: poll, at: now)
        return counts + [FactText(role: .note, text: state, count: nil)]
    }

    /// Returns the short notes on an item: late, without a date, placed by another date, or hidden by a rule.
    private func badges(of entry: TrackEntry, in context: Context) -> [String] {
        let ticket = entry.ticket
        var badges: [String] = []
        if entry.isLate { badges.append(localizer(.lateBadge)) }
        if ticket.hasNoDate { badges.append(localizer(.assumedTimeBadge)) }
        let shift = ticket.shownTime.seconds - ticket.key.time.seconds
        if !(-Self.maximumShift...Self.maximumShiftAhead).contains(shift) {
            badges.append(localizer(.datedBadge, .text(texts.exact(ticket.shownTime, at: context.now))))
        }
        if context.labels.filter != .on, let rule = context.labels.hidingRule(of: entry) {
            badges.append(localizer(.hiddenBadge, .text(rule)))
        }
        return badges
    }

    /// Returns true if a ticket was edited more than an hour after its date. Many feeds set the time of each item's last edit,
    /// minutes after they publish it.
    private func isEditedLater(_ ticket: Ticket) -> Bool {
        ticket.editTime.map { $0 > ticket.shownTime.advanced(by: .seconds(3600)) } ?? false
    }

    /// Returns the quoted item with the part of its text that `shorten` leaves, or `nil` if there is none.
    func quote(
        of presentation: Presentation, in context: Context, _ shorten: (StyledText) -> StyledText = { $0 }
    ) -> QuoteText? {
        presentation.quote.map { quote in
            QuoteText(byline: quote.byline, time: quote.time.map { time($0, in: context) }, text: shorten(quote.body))
        }
    }
}

nonisolated extension Ticket {
    /// True if its source gives no date at all. One may date an item ahead, or by another order than that of the Track.
    var hasNoDate: Bool { timeIsAssumed && shownTime == key.time }
}
