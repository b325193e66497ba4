public import EngineConcepts

/// The state of the developer section: one of several pages with a table.
public nonisolated struct DeveloperState: Equatable, Sendable {
    /// A page of the developer section.
    public enum Page: Int, CaseIterable, Sendable {
        /// Log entries, newest first.
        case log
        /// Statistics of the engine and the process.
        case statistics
        /// The requests of each source with their durations.
        case requests
        /// The durations of spans, from a key to the frame.
        case spans

        /// The name of the page.
        public var name: MessageKey {
            switch self {
            case .log: .developerLog
            case .statistics: .developerStatistics
            case .requests: .developerRequests
            case .spans: .developerSpans
            }
        }
    }

    /// A column of a page.
    public struct Column: Equatable, Sendable {
        /// The title.
        public var title: String
        /// True if it holds numbers.
        public var isNumber: Bool
        /// The minimum width in columns of the screen.
        public var minimum: Int
        /// The order in which columns are left out without enough room, highest first; 0 is never left out.
        public var expendability: Int

        init(_ title: String, isNumber: Bool = false, minimum: Int = 4, expendability: Int = 0) {
            self.title = title
            self.minimum = minimum
            self.isNumber = isNumber
            self.expendability = expendability
        }
    }

    /// A row of a page.
    public struct Row: Equatable, Sendable {
        /// The level of importance.
        public enum Tone: Equatable, Sendable {
            /// Normal.
            case plain
            /// Detailed steps.
            case faint
            /// A heading for the rows below.
            case heading
            /// A warning.
            case warning
            /// An error.
            case error
        }

        /// The contents of the columns.
        public var cells: [String]
        /// The level of importance.
        public var tone: Tone

        init(_ cells: [String], _ tone: Tone = .plain) {
            self.cells = cells
            self.tone = tone
        }
    }

    /// The current page.
    public var page = Page.log
    /// The minimum level of the entries shown.
    public var level = JournalLevel.debug
    /// The words that entries must contain; empty for all.
    public var search = ""
    /// The number of lines that a filter shows, in words, or empty if nothing is filtered out.
    public var summary = ""
    /// The columns of the page.
    public var columns: [Column] = []
    /// The rows.
    public var rows: [Row] = []
    /// The text for an empty list.
    public var emptyText: String
    /// True if log entries are wrapped instead of cut to one line.
    public var isWhole = false
    /// The visible part.
    public var scroll = PageScroll()

    /// True if the current page wraps its rows.
    public var wraps: Bool { isWhole && page == .log }
}
