public import EngineConcepts

/// Everything that the developer section shows: one page of several, a table each.
public nonisolated struct DeveloperState: Equatable, Sendable {
    /// What there is to look at.
    public enum Page: Int, CaseIterable, Sendable {
        /// What happened, newest first.
        case log
        /// How the engine and the process stand.
        case statistics
        /// What each source was asked, and how long it took.
        case requests
        /// How long things took, from a key to the cells.
        case spans
    }

    /// A column of a page.
    public struct Column: Equatable, Sendable {
        /// What stands above it.
        public var title: String
        /// Whether it holds numbers.
        public var isNumber: Bool
        /// How many columns of the screen it needs.
        public var minimum: Int
        /// How early it goes where there is no room: the highest first; 0 never goes.
        public var expendability: Int

        init(_ title: String, isNumber: Bool = false, minimum: Int = 4, expendability: Int = 0) {
            self.title = title
            self.minimum = minimum
            self.isNumber = isNumber
            self.expendability = expendability
        }
    }

    /// A line of a page.
    public struct Row: Equatable, Sendable {
        /// How it is meant.
        public enum Tone: Equatable, Sendable {
            /// In the course of things.
            case plain
            /// For whoever follows every step.
            case faint
            /// A name for the lines below it.
            case heading
            /// Not as it should be.
            case warning
            /// Something could not be done.
            case error
        }

        /// What stands in the columns.
        public var cells: [String]
        /// How it is meant.
        public var tone: Tone

        init(_ cells: [String], _ tone: Tone = .plain) {
            self.cells = cells
            self.tone = tone
        }
    }

    /// The screen's name.
    public var title: String
    /// The names of the pages.
    public var pages: [String]
    /// Which one is seen.
    public var page = Page.log
    /// The least grave lines of the log that are seen.
    public var level = JournalLevel.debug
    /// What the lines of the log must hold; empty for all.
    public var search = ""
    /// What holds of the page, in words: what is left out.
    public var remark = ""
    /// The columns of the page.
    public var columns: [Column] = []
    /// Its lines.
    public var rows: [Row] = []
    /// What to say where there are none.
    public var emptyText: String
    /// Whether lines of the log are seen whole, each on as many lines of the screen as it needs.
    public var isWhole = false
    /// Which lines are seen.
    public var scroll = PageScroll()

    /// Whether the page that is seen shows its lines whole.
    public var wraps: Bool { isWhole && page == .log }
}
