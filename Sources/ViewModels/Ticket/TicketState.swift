public import EngineConcepts

/// Everything that the ticket screen shows.
public nonisolated struct TicketState: Equatable, Sendable {
    /// What stands between the bars.
    public enum Body: Equatable, Sendable {
        /// The ticket is being read.
        case loading(String)
        /// There is no such ticket any more, or it could not be read: what happened, and why.
        case failure(title: String, cause: String?)
        /// The ticket.
        case content(TicketContent)
    }

    /// What stands between the bars.
    public var body: Body
    /// Which part of the text is seen.
    public var scroll: PageScroll
    /// Whether the source's own form is shown instead of the text.
    public var showsRaw: Bool
    /// How its pictures stand.
    public var pictures: [PictureKey: PictureStatus] = [:]

    /// The ticket, where there is one.
    public var content: TicketContent? {
        if case .content(let content) = body { content } else { nil }
    }
}

/// A ticket in full, ready to be laid out.
public nonisolated struct TicketContent: Equatable, Sendable {
    /// Its place and identity.
    public var key: OrderKey
    /// The name of its supplier.
    public var source: String
    /// The kind of its supplier.
    public var kind: SupplierKind
    /// Who passed it on, in words.
    public var context: String?
    /// The title.
    public var title: String?
    /// Who speaks.
    public var byline: Presentation.Byline?
    /// When, how long it takes to read, and what is odd about it: short phrases.
    public var dates: [String]
    /// The author's warning in words; while there is one, the text is not shown.
    public var warning: String?
    /// The text, with the numbers of its links in it.
    public var text: StyledText
    /// What it quotes.
    public var quote: QuoteContent?
    /// Counts and notes.
    public var facts: [FactText]
    /// The links, numbered.
    public var links: [NumberedLink]
    /// The media.
    public var media: [MediaText]
    /// The other tickets that tell its story.
    public var alsoOn: [OtherTelling]
    /// The tags that the source gave it.
    public var tags: [String]
    /// What it said before it was edited, latest first.
    public var former: [FormerText] = []
    /// Where it leads.
    public var link: String?
    /// The item as the source sent it, or what is kept of it.
    public var raw: String?
    /// What the reader did to it.
    public var marks: Marks
    /// What the reader has said to it at its source.
    public var reactions: [ReactionMark]
    /// What to say where there is no text.
    public var emptyHint: String
    /// The headings of its lists.
    public var headings: Headings
    /// The pictures that are drawn in it, those of its text first; none where a warning covers them, or none are drawn.
    public var pictures: [TicketPicture] = []
    /// Those of them that could not be got, by their addresses, and why: they get a line instead of their place.
    public var lostPictures: [String: String] = [:]

    /// A quoted item.
    public struct QuoteContent: Equatable, Sendable {
        /// Who is quoted.
        public var byline: Presentation.Byline?
        /// When it was said.
        public var time: String?
        /// What was said.
        public var text: StyledText
    }

    /// What a ticket said before an edit.
    public struct FormerText: Equatable, Sendable {
        /// Since when it had said so.
        public var time: String
        /// Its title.
        public var title: String?
        /// Its text.
        public var text: StyledText
    }

    /// A piece of media in words.
    public struct MediaText: Equatable, Sendable {
        /// What kind of thing it is.
        public var kind: String
        /// The alternative text, or that there is none.
        public var description: String
        /// Its size and the like.
        public var details: String
        /// The number of its link.
        public var number: Int?
        /// Where it is.
        public var address: String
    }

    /// The words above the lists.
    public struct Headings: Equatable, Sendable {
        /// Above the links.
        public var links: String
        /// Above the media.
        public var media: String
        /// Above the source's own form.
        public var raw: String
        /// Above the other tickets that tell its story.
        public var alsoOn: String
        /// Above what it said before it was edited.
        public var former: String
    }

    /// Another ticket that tells the same story.
    public struct OtherTelling: Equatable, Sendable {
        /// Which.
        public var id: TicketID
        /// The name of its supplier.
        public var source: String
        /// The kind of its supplier.
        public var kind: SupplierKind
        /// When, as rows print it.
        public var time: String
        /// Its title, or who speaks.
        public var headline: String
    }
}

/// What can be done with an open ticket.
public nonisolated enum TicketPageAction: Equatable, Sendable {
    /// The screen has so many columns and lines for text.
    case resize(width: Int, height: Int)
    /// Scroll the text.
    case scroll(PageScroll.Movement)
    /// Go to the next ticket in the timeline, towards older or newer ones.
    case neighbour(FetchSide)
    /// Open the ticket's own link outside.
    case openInBrowser
    /// Open the link of this number outside.
    case openLink(Int)
    /// Show the list of links.
    case openLinks
    /// Open what is said about the ticket.
    case openThread
    /// Look at its media, one after the other.
    case openPictures
    /// Make a rule about tickets like this one.
    case newRule
    /// Copy the ticket's link.
    case copyLink
    /// Mark as read, or as unread.
    case toggleRead
    /// Star, or take the star away.
    case toggleStar
    /// Keep to be read later, or no more.
    case toggleLater
    /// Say something to the ticket at its source, or take that back.
    case react(Reaction)
    /// Send again what the ticket's source has not answered.
    case sendAgain
    /// Drop what the ticket's source has not answered.
    case dropAction
    /// Lift the warning, or fold it again.
    case toggleWarning
    /// Give each ticket that tells the story a row of its own, or fold them again.
    case toggleStory
    /// Go to the next ticket that tells the same story; from the last to the first.
    case nextTelling
    /// Show the source's own form, or the text.
    case toggleRaw
    /// Take back what was done last.
    case undo
    /// Read the ticket again.
    case retry
}

/// What the ticket screen reports upwards.
public nonisolated enum TicketOutput: Equatable, Sendable {
    /// Another ticket is shown now.
    case moved(OrderKey)
    /// The reader wants the ticket's links.
    case links(TicketID)
    /// Look at this ticket's media.
    case pictures(TicketID)
    /// The reader wants what is said about a ticket.
    case thread(TicketID)
    /// The reader wants a rule about tickets like this one.
    case rule(TicketID)
    /// The warning of a ticket was lifted, or covers it again.
    case unfolded(TicketID, Bool)
}

/// Knows how many lines a ticket takes. Implemented by whoever draws it.
public protocol TicketMeasuring: AnyObject {
    /// The lines of `content`, or of its raw form.
    func lines(of content: TicketContent, width: Int, raw: Bool) -> Int

    /// The places of the pictures in `content`, from the top down. They depend on what is declared of the pictures, never on
    /// the pictures themselves; those that are lost have none.
    func pictures(of content: TicketContent, width: Int, raw: Bool) -> [PictureBox]
}

extension TicketMeasuring {
    /// None.
    public func pictures(of content: TicketContent, width: Int, raw: Bool) -> [PictureBox] { [] }
}
