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
            case warning
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

    public var page = Page.log
    /// The minimum level of the entries shown.
    public var level = JournalLevel.debug
    /// The words that entries must contain; empty for all.
    public var search = ""
    /// The number of lines that a filter shows, in words, or empty if nothing is filtered out.
    public var summary = ""
    public var columns: [Column] = []
    public var rows: [Row] = []
    /// The text for an empty list.
    public var emptyText: String
    /// True if log entries are wrapped instead of cut to one line.
    public var isWhole = false
    /// The visible part.
    public var scroll = PageScroll()

    /// The words that the lines of the current page must contain; empty on a page without a filter.
    public var filter: String { page == .log ? search : "" }

    /// True if the current page wraps its rows.
    public var wraps: Bool { isWhole && page == .log }
}

/// The developer section: the log, statistics, requests and durations.
///
/// The screen is updated by the engine's events while it is open. It does not poll.
public final class DeveloperViewModel: ViewModel {
    /// An action in the developer section.
    public nonisolated enum Action: ScrollAction, Equatable {
        /// Read again.
        case refresh
        /// Turn forward by this number of pages, cyclically.
        case turn(Int)
        case show(DeveloperState.Page)
        /// Hide one more level of the log, or show all levels after the highest.
        case raiseLevel
        /// Show only lines of the log that contain every word of a text.
        case search(String)
        /// Switch between whole lines of the log and cut ones.
        case toggleWhole
        case scroll(PageScroll.Movement)
        /// Set the number of visible lines.
        case resize(height: Int)
    }

    public private(set) var state: DeveloperState { didSet { stateChanged(from: oldValue) } }
    public let callbacks = ViewModelCallbacks<Never>(isLoading: true)

    /// The function that counts the lines of wrapped rows. Set by the part that draws them.
    public var measure: ((DeveloperState) -> Int)?

    private let diagnostics: (any Diagnostics)?
    private let engine: any TrackObserving
    private let session: Session
    private var statistics = EngineStatistics()
    private var names: [SupplierID: String] = [:]
    private var followTask: Task<Void, Never>?
    private var height = 20
    /// Events can come faster than the log is formatted.
    private lazy var reading = CoalescedTask(activity: session.activity) { [weak self] in await self?.read() }

    /// Creates the section; ``start()`` loads it.
    public init(diagnostics: (any Diagnostics)?, engine: any TrackObserving, session: Session) {
        self.diagnostics = diagnostics
        self.engine = engine
        self.session = session
        state = DeveloperState(emptyText: session.localizer(.developerNothing))
    }

    public func start() {
        send(.refresh)
        let events = engine.events()
        followTask = Task { [weak self] in
            for await event in events {
                // Progress changes nothing here, only results do.
                if case .progress = event { continue }
                self?.reading.run()
            }
        }
    }

    public func stop() { followTask?.cancel() }

    public func send(_ action: Action) {
        switch action {
        case .refresh: reading.run()
        case .turn(let count):
            let pages = DeveloperState.Page.allCases
            show(pages[state.page.rawValue.cycled(by: count, within: pages.count)])
        case .show(let page): show(page)
        case .raiseLevel:
            state.level = JournalLevel.allCases.first { $0 > state.level } ?? .debug
            build()
        case .search(let text):
            state.search = text
            build()
        case .toggleWhole:
            guard state.page == .log else { return }
            state.isWhole.toggle()
            measureLines()
        case .scroll(let movement): state.scroll.scroll(movement)
        case .resize(let height):
            self.height = height
            measureLines()
        }
    }

    private func measureLines() { state.scroll.measure(count: lines(of: state), height: height) }

    private func show(_ page: DeveloperState.Page) {
        state.page = page
        state.scroll.scroll(.top)
        build()
    }

    private func lines(of state: DeveloperState) -> Int {
        state.wraps ? measure?(state) ?? state.rows.count : state.rows.count
    }

    private func read() async {
        defer { endLoading() }
        statistics = await engine.statistics
        names = Dictionary(
            await engine.snapshot.suppliers.map { ($0.id, $0.name) }, uniquingKeysWith: { first, _ in first })
        build()
    }

    private func build() {
        let localizer = session.localizer
        let pages = DeveloperPages(texts: session.texts, now: session.time.now(), names: names)
        var state = state
        state.summary = ""
        state.emptyText = localizer(.developerNothing)
        switch state.page {
        case .log:
            state.columns = pages.logColumns
            let entries = diagnostics?.journal.entries ?? []
            state.rows = pages.log(entries, from: state.level, holding: state.search)
            if state.rows.count < entries.count {
                state.summary = localizer(.developerLogPart, .number(entries.count), .number(state.rows.count))
                state.emptyText =
                    state.search.isEmpty
                    ? localizer(.developerNoLevel) : localizer(.developerNoMatch, .text(state.search))
            }
        case .statistics:
            state.columns = pages.statisticsColumns
            state.rows = pages.statistics(
                statistics, residentBytes: diagnostics?.residentBytes(),
                network: diagnostics?.network() ?? [])
        case .requests:
            state.columns = pages.requestColumns
            state.rows = pages.requests(statistics, spans: diagnostics?.journal.spans ?? [])
        case .spans:
            state.columns = pages.spanColumns
            state.rows = pages.spans(diagnostics?.journal.spans ?? [])
        }
        state.scroll.measure(count: lines(of: state), height: height)
        self.state = state
    }
}
