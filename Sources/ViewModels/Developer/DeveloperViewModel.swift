import EngineConcepts

/// The developer section: the log, statistics, requests and durations.
///
/// The screen is updated by the engine's events while it is open. It does not poll.
public final class DeveloperViewModel {
    /// The state of the screen.
    public private(set) var state: DeveloperState {
        didSet { if state != oldValue { onChange?() } }
    }
    /// Called after each change of ``state``.
    public var onChange: (() -> Void)?

    /// Returns the number of lines of wrapped rows. Set by the part that draws them.
    public var measure: ((DeveloperState) -> Int)?

    private let services: ReaderServices
    private var statistics = EngineStatistics()
    private var names: [SupplierID: String] = [:]
    private var following: Task<Void, Never>?
    private var height = 20

    /// Makes the section; ``start()`` loads it.
    public init(services: ReaderServices) {
        self.services = services
        let wording = services.wording
        state = DeveloperState(
            title: wording(.developerTitle),
            pages: [
                wording(.developerLog), wording(.developerStatistics), wording(.developerRequests),
                wording(.developerSpans),
            ],
            emptyText: wording(.developerNothing))
    }

    /// Loads the data and starts observing the engine.
    public func start() {
        services.activity.run { [weak self] in await self?.read() }
        let events = services.engine.events()
        following = Task { [weak self] in
            for await event in events {
                // Progress changes nothing here, only results do.
                if case .progress = event { continue }
                await self?.read()
            }
        }
    }

    /// Stops observing.
    public func stop() {
        following?.cancel()
    }

    /// Loads the data again.
    public func refresh() {
        services.activity.run { [weak self] in await self?.read() }
    }

    /// Goes to the next page, or the previous one for -1, cyclically.
    public func turn(by count: Int) {
        let pages = DeveloperState.Page.allCases
        let next = ((state.page.rawValue + count) % pages.count + pages.count) % pages.count
        show(pages[next])
    }

    /// Goes to a page.
    public func show(_ page: DeveloperState.Page) {
        state.page = page
        state.scroll.scroll(.top)
        build()
    }

    /// Raises the minimum level by one step, cyclically.
    public func raiseLevel() {
        let levels = JournalLevel.allCases
        state.level = levels.first { $0 > state.level } ?? .debug
        build()
    }

    /// Shows only entries that contain every word of `text`.
    public func search(_ text: String) {
        state.search = text
        build()
    }

    /// Switches between wrapping entries and cutting them to one line.
    public func toggleWhole() {
        guard state.page == .log else { return }
        state.isWhole.toggle()
        resize(height: height)
    }

    /// Scrolls.
    public func scroll(_ movement: PageScroll.Movement) {
        state.scroll.scroll(movement)
    }

    /// Sets the number of visible lines.
    public func resize(height: Int) {
        self.height = height
        state.scroll.measure(count: lines(of: state), height: height)
    }

    private func lines(of state: DeveloperState) -> Int {
        state.wraps ? measure?(state) ?? state.rows.count : state.rows.count
    }

    private func read() async {
        statistics = await services.engine.statistics
        names = Dictionary(
            await services.engine.snapshot.suppliers.map { ($0.id, $0.name) }, uniquingKeysWith: { first, _ in first })
        build()
    }

    private func build() {
        let wording = services.wording
        let pages = DeveloperPages(
            texts: services.texts, wording: wording, now: services.time.now(), names: names)
        var state = state
        state.remark = ""
        switch state.page {
        case .log:
            state.columns = pages.logColumns
            let entries = services.diagnostics?.journal.entries ?? []
            state.rows = pages.log(entries, from: state.level, holding: state.search)
            if state.rows.count < entries.count {
                state.remark = wording(.developerLogPart, .number(state.rows.count), .number(entries.count))
            }
        case .statistics:
            state.columns = pages.statisticsColumns
            state.rows = pages.statistics(
                statistics, residentBytes: services.diagnostics?.residentBytes(),
                network: services.diagnostics?.network() ?? [])
        case .requests:
            state.columns = pages.requestColumns
            state.rows = pages.requests(statistics)
        case .spans:
            state.columns = pages.spanColumns
            state.rows = pages.spans(services.diagnostics?.journal.spans ?? [])
        }
        state.scroll.measure(count: lines(of: state), height: height)
        self.state = state
    }
}

extension ReaderServices {
    /// Writes a problem report and shows the path of its file.
    public func reportProblem() {
        guard let diagnostics else { return messages.note(.reportNone) }
        activity.run { [self] in
            do {
                messages.note(.reportWritten, .words(try await diagnostics.writeReport(await engine.statistics)))
            } catch {
                messages.problem(.writeFailed, error)
            }
        }
    }
}
