public import EngineConcepts

/// The state of the timeline.
public nonisolated struct TimelineState: Equatable, Sendable {
    /// A topic in the top bar.
    public struct Topic: Equatable, Sendable, Identifiable {
        public var id: LabelID
        public var name: String
        /// The digit that selects it, or `nil` for the tenth topic and those after it.
        public var digit: Int?
        /// The number of its unread tickets, or `nil` while they are not counted.
        public var unread: Int?
        /// True if it is selected.
        public var isChosen: Bool
    }

    /// The content filter in the top bar.
    public struct Filter: Equatable, Sendable {
        public var state: FilterState
        /// The number of tickets of the view that it hides or would hide, or `nil` while they are not counted.
        public var hidden: Int?
    }

    /// The top bar.
    public struct Header: Equatable, Sendable {
        /// The description of the view.
        public var view: String
        /// True if the view is limited to a source or to marked tickets. Topics and the content filter do not count.
        public var isLimited: Bool
        /// The number of tickets in the view, or `nil` while they are not counted.
        public var total: Int?
        /// The number of unread tickets among them.
        public var unread: Int?
        /// The progress of the running refresh, or `nil` if none is running.
        public var refresh: FillProgress?
        /// The number of tickets that arrived beyond what the user has seen: above it, or below it if the oldest row is
        /// at the top.
        public var newAbove: Int
        public var order = ReadingOrder.newestFirst
        /// The topics, in the order of their digits.
        public var topics: [Topic] = []
        /// The combination of several selected topics in words, or `nil` if there are not several.
        public var combination: String?
        /// The number of unread tickets in all topics together, or `nil` while they are not counted.
        public var allUnread: Int?
        /// The content filter, or `nil` if there are no rules.
        public var filter: Filter?
        /// The progress of a long operation in words, or `nil` if none is running.
        public var underWay: String?
    }

    /// The bottom bar.
    public struct Footer: Equatable, Sendable {
        /// Down to where the timeline is complete, in words.
        public var completeness: String
        /// The same in fewer words, longest first; the last one names no key. Empty if it may be cut instead.
        public var briefCompleteness: [String] = []
        /// True if tickets at the very top are missing.
        public var isBehind: Bool
        /// The date and the time.
        public var clock: String
        /// The time alone, for narrow screens.
        public var briefClock: String
        /// Performance figures, or `nil` if they are turned off.
        public var performance: String?
    }

    /// The top bar.
    public var header: Header
    /// The content between the bars.
    public var body: ScreenBody<RowsContent<TimelineRow>>
    /// The bottom bar.
    public var footer: Footer
    /// True while the header describes another view than the rows, which are still being read.
    public var awaitsView = false
    /// The text above the rows, or `nil`.
    public var banner: String?
    /// A question that the next key answers, or `nil`.
    public var question: String?
    /// The amount of text per ticket.
    public var density: Density
    /// The format of times.
    public var timeStyle: TimeStyle
    /// The query whose results the user can visit, or `nil` if there is none.
    public var searchQuery: String?
    public var pictures: [PictureKey: PictureStatus] = [:]

    /// The current row, or `nil` if there are no rows.
    public var current: TimelineRow? { body.content?.current }
}
