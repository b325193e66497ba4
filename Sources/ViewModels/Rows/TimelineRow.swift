public import EngineConcepts

/// A row of the timeline, ready to be drawn: texts and roles without colours and widths.
public nonisolated enum TimelineRow: Equatable, Sendable, Identifiable {
    case ticket(TicketRow)
    case gap(GapRow)

    /// The identity, which is stable across versions.
    public var id: TrackRow.ID {
        switch self {
        case .ticket(let row): .ticket(row.id)
        case .gap(let row): .gap(row.id)
        }
    }

    /// The position in the Track.
    public var place: TrackPlace {
        switch self {
        case .ticket(let row): .ticket(row.key)
        case .gap(let row): .gap(row.id)
        }
    }

    /// The ticket, or `nil` for a gap.
    public var ticket: TicketRow? { if case .ticket(let row) = self { row } else { nil } }

    /// The number of lines of the heading above the row.
    var headingLines: Int { ticket?.day == nil ? 0 : 1 }

    /// The gap, or `nil` for a ticket.
    public var gap: GapRow? { if case .gap(let row) = self { row } else { nil } }
}

/// A ticket in the timeline.
public nonisolated struct TicketRow: Equatable, Sendable, Identifiable {
    /// The position and identity.
    public var key: OrderKey
    public var shownTime: Timestamp
    /// The time as text.
    public var time: RowTime
    /// The time without the day, for a row below the visible heading of its day, or `nil` if its day has none.
    public var timeOnDay: String?
    /// The heading of the day that begins with this row, or `nil`. It is drawn above the row.
    public var day: String?
    public var marks: Marks
    /// The user's reactions at the source.
    public var reactions: [ReactionMark]
    public var topics: [String]
    /// The emphasis by rules.
    public var emphasis: Emphasis
    /// Short notes: late, without a date, or placed by another date.
    public var badges: [String]
    /// A short note on a ticket that was edited more than an hour after its date, or `nil`.
    public var editedBadge: String?
    /// The reason why it is here, or `nil` for none.
    public var context: ContextText?
    public var title: String?
    /// The author, or `nil` if the source's name is the same.
    public var byline: Presentation.Byline?
    /// The notes on the author: the user's own first, then those of lists.
    public var notes: [NoteText] = []
    /// The content warning, or `nil`. It replaces the text and the quote.
    public var warning: String?
    /// The content warning of a text that is shown in spite of it, or `nil`.
    public var liftedWarning: String?
    /// The start of the text as one running paragraph.
    public var excerpt: StyledText
    /// The quoted item.
    public var quote: QuoteText?
    /// Counts and notes, the most important first.
    public var facts: [FactText]
    /// The other sources with the same story, in words, or `nil` if there are none.
    public var alsoOn: String?
    /// The address, shortened to host and path.
    public var link: String?
    /// True if the address is the ticket's own page at its network, which says nothing more.
    public var linksToItself = false
    /// The name of the source.
    public var source: String
    public var kind: SupplierKind
    /// The pictures to draw. Empty if the timeline draws none or a warning covers them.
    public var pictures: [TicketPicture] = []

    public var id: TicketID { key.id }

    /// The text of the first line: the title, the author or the source.
    public var headline: Headline {
        if let title { return .title(title) }
        if let byline { return .byline(byline) }
        return .title(source)
    }

    /// The emphasis that rules give to a row.
    public enum Emphasis: Equatable, Sendable {
        /// None.
        case plain
        /// Highlighted by the rule with this name.
        case highlighted(String)
        /// Muffled to one dim line by the rule with this name, until it is opened.
        case muffled(String)

        /// True if the row is muffled.
        public var isMuffled: Bool { if case .muffled = self { true } else { false } }
    }

    /// The content of a row's first line.
    public enum Headline: Equatable, Sendable {
        case title(String)
        case byline(Presentation.Byline)
    }
}

/// The time of a ticket as text, relative or exact by the user's choice.
public nonisolated struct RowTime: Equatable, Sendable {
    /// The usual form.
    public var text: String
    /// The form for narrow screens.
    public var brief: String
}

/// A gap in the timeline.
public nonisolated struct GapRow: Equatable, Sendable, Identifiable {
    /// The gap, or the range of several neighbouring ones.
    public var gap: Gap
    /// The gaps of the Track that the row shows, newest first.
    public var parts: [Gap]
    /// The size of the gap: `3 h 12 min not loaded`.
    public var size: String
    /// Shorter forms of the size, from the longest to the shortest: names are shortened, times are not.
    public var briefSizes: [String] = []
    /// The names of the missing sources.
    public var suppliers: String
    /// The cause in words, or `nil` if no source was requested yet.
    public var cause: String?
    /// The available action, or the running one.
    public var activity: Activity

    /// The identity of the gap.
    public var id: GapID { gap.id }

    /// The activity in a gap.
    public enum Activity: Equatable, Sendable {
        /// None; `offer` is the available action, such as `fill` or `try again`.
        case idle(offer: String)
        /// None, and another request cannot help.
        case unfillable(String)
        /// A fill is running: a word for its phase, and its progress if known.
        case filling(String, FillProgress?)
    }

    /// Returns true if a stored ticket at `place` waits for the gap to be filled.
    func withholds(_ place: TrackPlace) -> Bool {
        guard case .ticket(let key) = place else { return false }
        return parts.contains { $0.kind == .full && $0.timeframe.contains(key.time) }
    }
}
