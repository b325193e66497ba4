public import EngineConcepts

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
    public var emphasis: Emphasis
    /// Short notes: late, without a date, placed by another date, or hidden by a rule.
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
    /// The form for narrow columns.
    public var brief: String
    /// The time of day to show below ``brief``, or `nil` if that is an age or a time of day itself.
    public var clock: String?
}
