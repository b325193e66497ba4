public import EngineConcepts

/// The state of the ticket screen.
public nonisolated struct TicketState: Equatable, Sendable {
    /// The content between the bars.
    public enum Body: Equatable, Sendable {
        /// The ticket is loading.
        case loading(String)
        /// The ticket is gone or could not be read, with the reason.
        case failure(title: String, cause: String?)
        /// The ticket.
        case content(TicketContent)
    }

    /// The content between the bars.
    public var body: Body
    /// The visible part of the text.
    public var scroll: PageScroll
    /// True if the raw form is shown instead of the text.
    public var showsRaw: Bool
    /// The state of each picture.
    public var pictures: [PictureKey: PictureStatus] = [:]
    /// The position among the tickets of the view, such as `3 of 120`, or `nil` while it is unknown.
    public var position: String?
    /// The search in the text, or `nil` if there is none.
    public var find: ArticleFind?
    /// The letters that open the visible links, or `nil` unless one is being chosen.
    public var hints: LinkHints?

    /// The ticket, or `nil` if there is none.
    public var content: TicketContent? {
        if case .content(let content) = body { content } else { nil }
    }
}

/// The complete content of a ticket, ready for layout.
public nonisolated struct TicketContent: Equatable, Sendable {
    /// Its position and identity.
    public var key: OrderKey
    /// The name of its source.
    public var source: String
    /// The kind of its source.
    public var kind: SupplierKind
    /// The account that boosted it, in words.
    public var context: String?
    /// The title.
    public var title: String?
    /// The author.
    public var byline: Presentation.Byline?
    /// Short phrases: the date, the reading time, and states such as edited.
    public var dates: [String]
    /// The content warning, or `nil`. The text is hidden while there is a warning.
    public var warning: String?
    /// The text with the numbers of its links.
    public var text: StyledText
    /// The quoted item.
    public var quote: QuoteContent?
    /// Counts and notes.
    public var facts: [FactText]
    /// The links, numbered.
    public var links: [NumberedLink]
    /// The links to places in the text.
    public var jumps: [JumpLink] = []
    /// The media in words.
    public var media: [MediaText]
    /// The other tickets of its story.
    public var alsoOn: [StoryTicket]
    /// The tags from the source.
    public var tags: [String]
    /// The versions before its edits, latest first.
    public var earlierVersions: [EarlierVersion] = []
    /// Its address.
    public var link: String?
    /// The raw form: the item as the source sent it, or what is stored of it.
    public var raw: String?
    /// The user's marks.
    public var marks: Marks
    /// The user's reactions at the source.
    public var reactions: [ReactionMark]
    /// The text shown for a ticket without text.
    public var emptyHint: String
    /// The headings of the lists.
    public var headings: Headings
    /// The pictures to draw, those of the text first. Empty if a warning covers them or no pictures are drawn.
    public var pictures: [TicketPicture] = []
    /// The errors of pictures that could not be loaded, by address. Each takes a line instead of an area.
    public var failedPictures: [String: String] = [:]
    /// The reader's choices that change the layout.
    public var reading = ArticleReading()

    /// A quoted item.
    public struct QuoteContent: Equatable, Sendable {
        /// The author of the quoted item.
        public var byline: Presentation.Byline?
        /// The time of the quoted item.
        public var time: String?
        /// The history of messages.
        public var text: StyledText
    }

    /// A version of a ticket before an edit.
    public struct EarlierVersion: Equatable, Sendable {
        /// The time from which this version was valid.
        public var time: String
        /// Its title.
        public var title: String?
        /// Its text.
        public var text: StyledText
    }

    /// A piece of media in words.
    public struct MediaText: Equatable, Sendable {
        /// The kind of media.
        public var kind: String
        /// The alternative text, or a note that there is none.
        public var description: String
        /// The size and other details.
        public var details: String
        /// The number of its link.
        public var number: Int?
        /// Its address.
        public var address: String
    }

    /// The headings above the lists.
    public struct Headings: Equatable, Sendable {
        /// The heading of the links.
        public var links: String
        /// The heading of the media.
        public var media: String
        /// The heading of the raw form.
        public var raw: String
        /// The heading of the other tickets of its story.
        public var alsoOn: String
        /// The heading of the earlier versions.
        public var earlierVersions: String
    }

    /// Another ticket of the same story.
    public struct StoryTicket: Equatable, Sendable {
        /// The ticket.
        public var id: TicketID
        /// The name of its source.
        public var source: String
        /// The kind of its source.
        public var kind: SupplierKind
        /// The time, as shown in rows.
        public var time: String
        /// The title, or the author if there is none.
        public var headline: String
    }
}

extension TicketContent {
    /// The number of the first jump in a layout; smaller ones are those of links.
    private static let firstJump = 0x2000

    /// The numbers of links and jumps in a layout, by address, or by name after `#`.
    public var linkNumbers: [String: UInt16] {
        var numbers: [String: UInt16] = [:]
        for link in links where link.number < Self.firstJump { numbers[link.url] = UInt16(link.number) }
        for (index, jump) in jumps.prefix(Self.firstJump).enumerated() {
            numbers["#" + jump.name] = UInt16(Self.firstJump + index)
        }
        return numbers
    }

    /// The link with a number in a layout, or `nil` if it is a jump.
    public func link(_ number: UInt16) -> NumberedLink? {
        let number = Int(number)
        return number < Self.firstJump && links.indices.contains(number - 1) ? links[number - 1] : nil
    }

    /// The jump with a number in a layout, or `nil` if it is a link.
    public func jump(_ number: UInt16) -> JumpLink? {
        let index = Int(number) - Self.firstJump
        return jumps.indices.contains(index) ? jumps[index] : nil
    }
}

/// An action on an open ticket.
public nonisolated enum TicketPageAction: Equatable, Sendable {
    /// Set the size of the text area.
    case resize(width: Int, height: Int)
    /// Scroll the text.
    case scroll(PageScroll.Movement)
    /// Go to the next ticket in the timeline, on the older or newer direction.
    case neighbour(ReadDirection)
    /// Perform a command for the ticket.
    case ticket(TicketCommand)
    /// Go to the next unread ticket in the timeline.
    case unread(ReadDirection)
    /// Scroll by this number of pages, and at the end of the text go to the next unread ticket.
    case readOn(Int)
    /// Open the link with this number in the browser.
    case openLink(Int)
    /// Show letters at the visible links.
    case showHints
    /// Type a letter of a link.
    case typeHint(Character)
    /// Hide the letters.
    case hideHints
    /// Follow the link or jump with this number in the layout.
    case follow(UInt16)
    /// Return to the place before the last jump.
    case jumpBack
    /// Find words in the text; without words, end the search.
    case find(String)
    /// Go to the next or previous match.
    case seekMatch(ReadDirection)
    /// Wrap long lines of the visible code, or let it scroll sideways.
    case toggleWrap
    /// Scroll the visible code sideways by this number of columns.
    case scrollSideways(Int)
    /// Switch between the reading width and the full width.
    case toggleWidth
    /// Reveal or hide the text behind the content warning.
    case toggleWarning
    /// Go to the next ticket of the same story, cyclically.
    case nextInStory
    /// Switch between the raw form and the text.
    case toggleRaw
    /// Undo the last action.
    case undo
    /// Load the ticket again.
    case retry
}

/// An output of the ticket screen.
public nonisolated enum TicketOutput: Equatable, Sendable {
    /// Another ticket is shown.
    case moved(OrderKey)
    /// Open a screen about this ticket.
    case show(TicketDestination, TicketID)
    /// The text behind a content warning was revealed (`true`) or hidden.
    case unfolded(TicketID, Bool)
}

/// Measures the layout of a ticket. Implemented by the part that draws it.
public protocol TicketMeasuring: AnyObject {
    /// The number of lines of `content` or of its raw form.
    func lines(of content: TicketContent, width: Int, raw: Bool) -> Int

    /// The areas of the pictures in `content`, from top to bottom. They depend only on declared dimensions and on
    /// ``ArticleReading/pictureLines``. Pictures that could not be loaded have none.
    func pictures(of content: TicketContent, width: Int, raw: Bool) -> [PictureBox]

    /// The height of a loaded picture in lines, or `nil` if it is unknown.
    func lines(of picture: Picture) -> Int?

    /// The line of a place in the text.
    func line(of place: TextPlace, in content: TicketContent, width: Int) -> Int

    /// The place in the text at a line, or `nil` below the text.
    func place(at line: Int, of content: TicketContent, width: Int) -> TextPlace?

    /// The numbers of the links within `lines`, in reading order.
    func links(in lines: Range<Int>, of content: TicketContent, width: Int) -> [UInt16]

    /// The areas of the blocks of code.
    func code(of content: TicketContent, width: Int) -> [CodeArea]
}

/// A layout of lines without parts.
extension TicketMeasuring {
    /// Returns no areas.
    public func pictures(of content: TicketContent, width: Int, raw: Bool) -> [PictureBox] { [] }
    /// Returns `nil`.
    public func lines(of picture: Picture) -> Int? { nil }
    /// Returns the first line.
    public func line(of place: TextPlace, in content: TicketContent, width: Int) -> Int { 0 }
    /// Returns `nil`.
    public func place(at line: Int, of content: TicketContent, width: Int) -> TextPlace? { nil }
    /// Returns no links.
    public func links(in lines: Range<Int>, of content: TicketContent, width: Int) -> [UInt16] { [] }
    /// Returns no areas.
    public func code(of content: TicketContent, width: Int) -> [CodeArea] { [] }
}
