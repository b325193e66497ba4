import EngineConcepts

/// The developer section: the log, how the engine stands, requests, and how long things take.
///
/// What is shown follows what the engine tells while the screen is open; nothing is asked for by a clock.
public final class DeveloperViewModel {
    /// What the screen shows.
    public private(set) var state: DeveloperState {
        didSet { if state != oldValue { onChange?() } }
    }
    /// Told after every change of ``state``.
    public var onChange: (() -> Void)?

    /// How many lines of the screen the page takes where its lines are seen whole. Set by whoever draws it.
    public var measure: ((DeveloperState) -> Int)?

    private let services: ReaderServices
    private var statistics = EngineStatistics()
    private var names: [SupplierID: String] = [:]
    private var following: Task<Void, Never>?
    private var height = 20

    /// Makes the section; ``start()`` reads.
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

    /// Reads what there is, and whatever comes while the screen is open.
    public func start() {
        services.activity.run { [weak self] in await self?.read() }
        let events = services.engine.events()
        following = Task { [weak self] in
            for await event in events {
                // How far a fill is changes nothing here; what came of it does.
                if case .progress = event { continue }
                await self?.read()
            }
        }
    }

    /// Ends the reading.
    public func stop() {
        following?.cancel()
    }

    /// Reads again.
    public func refresh() {
        services.activity.run { [weak self] in await self?.read() }
    }

    /// Goes to the next page, or with -1 to the one before; round and round.
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

    /// Leaves out what is less grave, one step more each time, and after the gravest nothing.
    public func raiseLevel() {
        let levels = JournalLevel.allCases
        state.level = levels.first { $0 > state.level } ?? .debug
        build()
    }

    /// Shows only lines of the log that hold every word of `text`.
    public func search(_ text: String) {
        state.search = text
        build()
    }

    /// Shows lines of the log whole, or cut to one line of the screen each.
    public func toggleWhole() {
        guard state.page == .log else { return }
        state.isWhole.toggle()
        resize(height: height)
    }

    /// Scrolls.
    public func scroll(_ movement: PageScroll.Movement) {
        state.scroll.scroll(movement)
    }

    /// So many lines of the page are seen at once.
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
            let entries = services.workings?.journal.entries ?? []
            state.rows = pages.log(entries, from: state.level, holding: state.search)
            if state.rows.count < entries.count {
                state.remark = wording(.developerLogPart, .number(state.rows.count), .number(entries.count))
            }
        case .statistics:
            state.columns = pages.statisticsColumns
            state.rows = pages.statistics(
                statistics, residentBytes: services.workings?.residentBytes(),
                network: services.workings?.network() ?? [])
        case .requests:
            state.columns = pages.requestColumns
            state.rows = pages.requests(statistics)
        case .spans:
            state.columns = pages.spanColumns
            state.rows = pages.spans(services.workings?.journal.spans ?? [])
        }
        state.scroll.measure(count: lines(of: state), height: height)
        self.state = state
    }
}

extension ReaderServices {
    /// Writes down what helps to find out about a problem, and says where that is.
    public func reportProblem() {
        guard let workings else { return messages.note(.reportNone) }
        activity.run { [self] in
            do {
                messages.note(.reportWritten, .words(try await workings.writeReport(await engine.statistics)))
            } catch {
                messages.problem(.writeFailed, error)
            }
        }
    }
}
