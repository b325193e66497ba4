public import EngineConcepts

/// A row of the timeline, ready to be drawn: words and roles, no colours and no widths.
public nonisolated enum TimelineRow: Equatable, Sendable, Identifiable {
    /// A ticket.
    case ticket(TicketRow)
    /// A gap.
    case gap(GapRow)

    /// What the row is known by over versions.
    public var id: TrackRow.ID {
        switch self {
        case .ticket(let row): .ticket(row.id)
        case .gap(let row): .gap(row.id)
        }
    }

    /// Where the row stands in the Track.
    public var place: TrackPlace {
        switch self {
        case .ticket(let row): .ticket(row.key)
        case .gap(let row): .gap(row.id)
        }
    }

    /// The ticket, where it is one.
    public var ticket: TicketRow? {
        if case .ticket(let row) = self { row } else { nil }
    }

    /// The gap, where it is one.
    public var gap: GapRow? {
        if case .gap(let row) = self { row } else { nil }
    }
}

/// A ticket in the timeline.
public nonisolated struct TicketRow: Equatable, Sendable, Identifiable {
    /// Its place and identity.
    public var key: OrderKey
    /// The time that is printed.
    public var shownTime: Timestamp
    /// The printed time, as the reader wants it: how long ago, or exact.
    public var time: String
    /// What the reader did to it.
    public var marks: Marks
    /// What the reader has said to it at its source.
    public var reactions: [ReactionMark]
    /// The topics that it belongs to, by name.
    public var topics: [String]
    /// What rules make of it.
    public var emphasis: Emphasis
    /// Short words about how it came: late, edited, without a date, dated otherwise.
    public var badges: [String]
    /// Who passed it on, in words.
    public var context: String?
    /// The title.
    public var title: String?
    /// Who speaks; nil where the source's name says it.
    public var byline: Presentation.Byline?
    /// The author's warning, in words. While there is one, neither text nor quote is shown.
    public var warning: String?
    /// The beginning of the text, as one running paragraph.
    public var excerpt: StyledText
    /// What it quotes.
    public var quote: QuoteRow?
    /// Counts and notes, most important first.
    public var facts: [FactText]
    /// Which other sources tell its story, in words; nil where none does.
    public var alsoOn: String?
    /// Where it leads, short enough to be read: host and path.
    public var link: String?
    /// The name of its supplier.
    public var source: String
    /// The kind of its supplier.
    public var kind: SupplierKind
    /// Its pictures; none where the timeline draws none, or a warning covers them.
    public var pictures: [TicketPicture] = []

    /// Its identity.
    public var id: TicketID { key.id }

    /// What stands in the row's first line: the title, or who speaks, or the source.
    public var headline: Headline {
        if let title { return .title(title) }
        if let byline { return .byline(byline) }
        return .title(source)
    }

    /// What rules make of a row.
    public enum Emphasis: Equatable, Sendable {
        /// Nothing.
        case plain
        /// It catches the eye, for the rule of this name.
        case highlighted(String)
        /// It is one dim line, for the rule of this name, until it is opened.
        case muffled(String)

        /// Whether it is one dim line.
        public var isMuffled: Bool {
            if case .muffled = self { true } else { false }
        }
    }

    /// What a row's first line can be.
    public enum Headline: Equatable, Sendable {
        /// A title.
        case title(String)
        /// Who speaks.
        case byline(Presentation.Byline)
    }
}

/// A quoted item in a row.
public nonisolated struct QuoteRow: Equatable, Sendable {
    /// Who is quoted.
    public var name: String
    /// When it was said.
    public var time: String?
    /// The beginning of what was said.
    public var excerpt: StyledText
}

/// A fact in words.
public nonisolated struct FactText: Equatable, Sendable {
    /// What is counted; a screen has a glyph and a colour for each.
    public var role: Presentation.Fact.Role
    /// The number or words.
    public var text: String

    /// Makes a fact.
    public init(role: Presentation.Fact.Role, text: String) {
        self.role = role
        self.text = text
    }
}

/// A gap in the timeline.
public nonisolated struct GapRow: Equatable, Sendable, Identifiable {
    /// The gap itself.
    public var gap: Gap
    /// How much is missing: `3 h 12 min not loaded`.
    public var size: String
    /// Who is missing, by name.
    public var suppliers: String
    /// Why, in words; nil where nobody has asked yet.
    public var cause: String?
    /// What can be done about it, or what is being done.
    public var activity: Activity

    /// The gap's name.
    public var id: GapID { gap.id }

    /// What happens to a gap.
    public enum Activity: Equatable, Sendable {
        /// Nothing; this is what the reader can do, in a word such as `fill` or `try again`.
        case idle(offer: String)
        /// Nothing, and asking again cannot help.
        case hopeless(String)
        /// It is being filled: a word for what happens, and how far it is where that is known.
        case filling(String, FillProgress?)
    }
}
