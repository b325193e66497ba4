public import EngineConcepts
public import Queries

/// Everything that the timeline shows.
public nonisolated struct TimelineState: Equatable, Sendable {
    /// What stands between the bars.
    public enum Body: Equatable, Sendable {
        /// The first window is being read.
        case loading(String)
        /// There is nothing to show: why, and what to do.
        case empty(title: String, hint: String)
        /// The window could not be read: what happened, why, and what to do.
        case failure(title: String, cause: String, hint: String)
        /// Rows.
        case content(Content)
    }

    /// Rows, laid out from the cursor's row upwards and downwards.
    public struct Content: Equatable, Sendable {
        /// The rows around the screen, newest first.
        public var rows: [TimelineRow]
        /// Which row the cursor is on.
        public var cursor: Int
        /// The screen line on which that row begins, counted from below the top bar.
        public var line: Int
    }

    /// A topic in the top bar.
    public struct Topic: Equatable, Sendable, Identifiable {
        /// Its label.
        public var id: LabelID
        /// Its name.
        public var name: String
        /// The digit that toggles it; nil for the tenth and those after it.
        public var digit: Int?
        /// How many of its tickets were not read; nil until they are counted.
        public var unread: Int?
        /// Whether it is shown.
        public var isChosen: Bool
    }

    /// How the content filter stands.
    public struct Filter: Equatable, Sendable {
        /// What it does.
        public var state: FilterState
        /// How many tickets of the view it hides, or would; nil until they are counted.
        public var hidden: Int?
    }

    /// The top bar.
    public struct Header: Equatable, Sendable {
        /// What is shown: all, or in which way less.
        public var view: String
        /// Whether less than all is shown.
        public var isRestricted: Bool
        /// How many tickets the view holds; nil until they are counted.
        public var total: Int?
        /// How many of them were not read.
        public var unread: Int?
        /// How far a refresh is; nil where none runs.
        public var refresh: FillProgress?
        /// How many tickets came in above what the reader has seen.
        public var newAbove: Int
        /// The topics, in the order of their digits.
        public var topics: [Topic] = []
        /// How several chosen topics go together, in words; nil where there are not several.
        public var combination: String?
        /// How many tickets were not read in all topics together; nil until they are counted.
        public var allUnread: Int?
        /// The content filter; nil where there are no rules.
        public var filter: Filter?
        /// How far it is that takes a while, in words: marking many tickets, or deciding about topics and rules; nil where
        /// nothing does.
        public var underWay: String?
    }

    /// The bottom bar.
    public struct Footer: Equatable, Sendable {
        /// Down to where the timeline is complete, in words.
        public var completeness: String
        /// Whether something at the very top is missing.
        public var isBehind: Bool
        /// The date and the clock.
        public var clock: String
        /// How the program is, for those who want to know: its memory, how much it holds, who wants to be left in peace.
        public var vitals: String?
    }

    /// The top bar.
    public var header: Header
    /// What stands between the bars.
    public var body: Body
    /// The bottom bar.
    public var footer: Footer
    /// Whether the header speaks of another view than the rows, which are still read.
    public var awaitsView = false
    /// What is said above the rows.
    public var banner: String?
    /// A question that the next key answers.
    public var question: String?
    /// How much of each ticket is shown.
    public var density: Density
    /// How times are printed.
    public var timeStyle: TimeStyle
    /// What was looked for, and can be jumped among; nil where nothing was.
    public var found: String?
    /// How the pictures of its rows stand.
    public var pictures: [PictureKey: PictureStatus] = [:]

    /// The row under the cursor.
    public var current: TimelineRow? {
        guard case .content(let content) = body, content.rows.indices.contains(content.cursor) else { return nil }
        return content.rows[content.cursor]
    }
}

/// What can be done in the timeline.
public nonisolated enum TimelineAction: Equatable, Sendable {
    /// The screen has so many columns and so many lines for rows.
    case resize(width: Int, height: Int)
    /// Move by rows; negative is up.
    case move(Int)
    /// Move by screens; negative is up.
    case page(Int)
    /// Move by half screens; negative is up.
    case halfPage(Int)
    /// Move the content under the cursor by lines; negative is up.
    case scroll(Int)
    /// Go to the newest row.
    case top
    /// Go to the oldest row.
    case bottom
    /// Go to the next row of a kind, towards older or newer ones.
    case seek(Target, FetchSide)
    /// Go to the newest row that is not newer than a time.
    case goTo(Timestamp)
    /// Put the cursor on a row that is on the screen.
    case select(TrackRow.ID)
    /// Put the cursor on a ticket, wherever it is.
    case reveal(OrderKey)
    /// Open the ticket under the cursor, or fill the gap there.
    case open
    /// Open the ticket's link outside.
    case openInBrowser
    /// Show the ticket's links.
    case openLinks
    /// Open what is said about the ticket.
    case openThread
    /// Look at the ticket's media, one after the other.
    case openPictures
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
    /// Lift the ticket's warning, or fold it again.
    case toggleWarning
    /// Give each ticket that tells the story a row of its own, or fold them again.
    case toggleStory
    /// Mark everything from the cursor down as read; asks first.
    case markBelowRead
    /// Mark everything above the cursor as read; asks first.
    case markAboveRead
    /// Mark what is on the screen as read.
    case markVisibleRead
    /// Mark everything as read; asks first.
    case markAllRead
    /// Take back what was done last.
    case undo
    /// Ask the sources for what is new; try again after a failure.
    case refresh
    /// Fill the gap under the cursor.
    case fill(GapSide, FillAmount)
    /// Take one step back: a question, then what is being loaded, then a restricted view.
    case cancel
    /// Change how much of each ticket is shown.
    case cycleDensity
    /// Change how times are printed.
    case toggleTimes
    /// Show only unread tickets, or all.
    case toggleUnreadOnly
    /// Show only starred tickets, or all.
    case toggleStarredOnly
    /// Show only what is to be read later, or all.
    case toggleLaterOnly
    /// Show only the source of the ticket under the cursor, or all.
    case toggleOnlySource
    /// Show only one source.
    case showOnly(SupplierID)
    /// Show the topic of a digit, or do not; counted from 1.
    case toggleTopic(Int)
    /// Show exactly these topics; none for all tickets.
    case showTopics(Set<LabelID>)
    /// Show what belongs to any of the chosen topics, or to all of them.
    case toggleCombination
    /// Hide what rules hide, or show everything.
    case toggleFilter
    /// Show what the filter hides, on a screen of its own.
    case openFiltered
    /// Make a rule about tickets like the one under the cursor.
    case newRule
    /// Look for something.
    case openSearch
    /// Go to the next ticket that a query picks.
    case seekMatch(FetchSide)
    /// Jump among the tickets that a query picks from now on; nil for no more.
    case find(FoundQuery?)

    /// Whether it is about the row under the cursor, which may still be on its way there.
    var concernsCurrentRow: Bool {
        switch self {
        case .open, .openInBrowser, .openLinks, .openThread, .openPictures, .copyLink, .toggleRead, .toggleStar,
            .toggleLater, .react,
            .sendAgain,
            .dropAction, .toggleWarning, .toggleStory, .markBelowRead, .markAboveRead, .markVisibleRead, .fill,
            .toggleOnlySource,
            .newRule:
            true
        case .resize, .move, .page, .halfPage, .scroll, .top, .bottom, .seek, .goTo, .select, .reveal, .markAllRead,
            .undo, .refresh, .cancel, .cycleDensity, .toggleTimes, .toggleUnreadOnly, .toggleStarredOnly,
            .toggleLaterOnly, .showOnly,
            .toggleTopic, .showTopics, .toggleCombination, .toggleFilter, .openFiltered, .openSearch, .seekMatch, .find:
            false
        }
    }

    /// What can be looked for.
    public enum Target: Equatable, Sendable {
        /// An unread ticket.
        case unread
        /// A starred ticket.
        case starred
        /// A ticket that came late.
        case late
        /// A gap.
        case gap
        /// A ticket of another source.
        case source
    }
}

/// What the timeline reports upwards.
public nonisolated enum TimelineOutput: Equatable, Sendable {
    /// The reader opens a ticket.
    case open(TicketID)
    /// The reader wants a ticket's links.
    case links(TicketID)
    /// The reader wants to look at a ticket's media.
    case pictures(TicketID)
    /// The reader wants what is said about a ticket.
    case thread(TicketID)
    /// The reader wants a rule about tickets like this one.
    case rule(TicketID)
    /// The reader wants to see what the filter hides.
    case filtered
    /// The reader wants to look for something.
    case search
}

/// What the reader has looked for and jumps among.
public nonisolated struct FoundQuery: Equatable, Sendable {
    /// The query.
    public var query: Query

    /// Takes what was looked for.
    public init(_ query: Query) {
        self.query = query
    }
}

/// Knows how many lines rows take. Implemented by whoever draws them, so that a row's height is fixed before it is
/// drawn and view-models need to know no fonts, no wrapping and no terminal.
public protocol RowMeasuring: AnyObject {
    /// The lines of `row`, the space below it included; at least 1.
    func lines(of row: TimelineRow, width: Int, density: Density, timeStyle: TimeStyle) -> Int

    /// The places of the pictures in `row`. They depend on what is declared of the pictures, never on the pictures
    /// themselves: a late picture changes no row's height.
    func pictures(in row: TimelineRow, width: Int, density: Density, timeStyle: TimeStyle) -> [PictureBox]
}

extension RowMeasuring {
    /// None.
    public func pictures(in row: TimelineRow, width: Int, density: Density, timeStyle: TimeStyle) -> [PictureBox] { [] }
}
