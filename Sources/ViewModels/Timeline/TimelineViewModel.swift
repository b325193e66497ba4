public import EngineConcepts
import Queries

/// The timeline's state and decisions.
///
/// It holds the rows around the screen only, reads more before the edge is reached, and queues movement that outruns
/// them. The row under the cursor keeps its screen line through refresh, fill, resize, filter and restart. It decides;
/// the engine fetches and the screen draws.
public final class TimelineViewModel {
    /// What the screen shows.
    public private(set) var state: TimelineState {
        didSet {
            guard state != oldValue else { return }
            if isProgressing, let onProgress { onProgress() } else { onChange?() }
        }
    }
    /// Told after every change of ``state``.
    public var onChange: (() -> Void)?
    /// Told in its place where only how far a fill has come has changed, which it does a thousand times a second.
    public var onProgress: (() -> Void)?
    /// Whether what is published is how far a fill has come.
    var isProgressing = false
    /// Told whenever everything known was shown, changed or not. What tests wait on.
    var onPublish: (() -> Void)?
    /// Told what the reader wants opened.
    public var onOutput: ((TimelineOutput) -> Void)?

    let services: ReaderServices
    let builder: RowBuilder
    let measure: any RowMeasuring
    /// The pictures of the rows on the screen.
    let images: VisibleImages

    /// The rows, the cursor and the scrolling.
    var scroller = Scroller()
    var width = 80
    var filter = TimelineFilter()
    private let counter: TimelineCounter
    var density = Density.regular
    var timeStyle = TimeStyle.relative
    /// Where pictures are drawn.
    var pictureUse = PictureUse.never
    /// The tickets whose warnings were lifted, or that were opened although a rule muffles them.
    public internal(set) var unfolded: Set<TicketID> = []

    var snapshot: TrackSnapshot? {
        didSet {
            guard snapshot?.suppliers != oldValue?.suppliers else { return }
            suppliers = Dictionary(
                (snapshot?.suppliers ?? []).map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        }
    }
    /// The snapshot's, by identity: rows need them with every event, of which a refresh has a thousand in a second.
    private(set) var suppliers: [SupplierID: SupplierStatus] = [:]
    /// What was looked for, and can be jumped among.
    var found: FoundQuery?
    /// The row that the reader was sent to last, and where in it stands what was found.
    var revealed: (row: TrackRow.ID, found: TrackPlace)?
    var fills = FillTracker()
    /// From which side the reader last filled a gap.
    var filledFrom: [GapID: GapSide] = [:]
    var arrivals = Arrivals()
    var question: Question?
    var failure: String?

    /// Movement that waits for rows, oldest first.
    var movements: [Movement] = []
    var reading = WindowLoad()
    /// What the next window's cursor is to stand on, where that is not what it stands on now.
    var follow: (row: TrackRow.ID, place: TrackPlace)?
    /// Where the cursor was before the view hid its row, until the reader moves.
    var home: (row: TrackRow.ID, place: TrackPlace)?
    /// Whether the Track was empty at the start and the reader has not moved since: then new rows stay in sight.
    var followsTop = false
    private var isStarted = false
    /// Whether the bar shows the program's vital signs.
    public internal(set) var showsPerformance = false
    /// Whether the reader's place is known. Nothing is read before: it would be read at the wrong place.
    var isRestored = false
    /// What was last remembered for the next start.
    var remembered: ReadingPosition?

    private var tasks: [Task<Void, Never>] = []

    /// A question that has to be answered by pressing the key again.
    enum Question: Equatable {
        case markAll
        case markBelow
        case markAbove
    }

    /// Makes the timeline's view-model; ``start()`` brings it to life.
    public init(services: ReaderServices, measure: any RowMeasuring) {
        self.services = services
        self.measure = measure
        builder = RowBuilder(texts: services.texts, wording: services.wording)
        images = VisibleImages(services: services)
        counter = TimelineCounter(reader: services.reader, labels: services.labels, activity: services.activity)
        let wording = services.wording
        state = TimelineState(
            header: TimelineState.Header(view: wording(.viewAll), isRestricted: false, newAbove: 0),
            body: .loading(wording(.loading)),
            footer: TimelineState.Footer(
                completeness: "", isBehind: false, clock: services.texts.dateAndClock(services.time.now())),
            banner: services.banner, density: .regular, timeStyle: .relative)
    }

    /// Restores what was remembered, reads the first window, and follows the engine from now on.
    ///
    /// - Parameter action: What to do before anything is read, over what was remembered.
    public func start(with action: TimelineAction? = nil) {
        guard !isStarted else { return }
        isStarted = true
        let events = services.engine.events()
        services.marks.observe(for: self) { [weak self] in self?.marksChanged($0) }
        services.labels.observe(for: self) { [weak self] in self?.labelsChanged($0) }
        services.settings.observe(for: self) { [weak self] _ in self?.takeSettings() }
        counter.onChange = { [weak self] in self?.publish() }
        images.onChange = { [weak self] in self?.publish() }
        services.presenters.onChange = { [weak self] in self?.presentAnew() }
        tasks.append(
            Task { [weak self] in
                for await event in events {
                    guard let self else { return }
                    receive(event)
                }
            })
        tasks.append(Task { [weak self] in await self?.followClock() })
        services.activity.run { [weak self] in
            await self?.services.labels.start()
            await self?.restore()
            self?.isRestored = true
            if let action { self?.send(action) }
            self?.drive()
        }
    }

    /// Ends everything that runs on its own. What is shown stays.
    public func stop() {
        for task in tasks { task.cancel() }
        tasks = []
        services.labels.stop()
        images.close()
    }

    /// Does what the reader asks.
    ///
    /// What concerns the row under the cursor waits until movement that was asked for before has arrived: it is meant
    /// for the row that the reader goes to.
    public func send(_ action: TimelineAction) {
        if action.concernsCurrentRow, !movements.isEmpty {
            move(.act(action))
        } else {
            perform(action)
        }
        publish()
    }

    /// Does it now.
    func perform(_ action: TimelineAction) {
        let asked = question
        question = nil
        switch action {
        case .resize(let width, let height): resize(width: width, height: height)
        case .move(let count): move(.rows(count))
        case .page(let count): move(.lines(count * max(1, scroller.height - 2)))
        case .halfPage(let count): move(.lines(count * max(1, scroller.height / 2)))
        case .scroll(let count): scroll(count)
        case .top: move(.jump(.top))
        case .bottom: move(.jump(.bottom))
        case .seek(let target, let side): seek(target, towards: side)
        case .goTo(let time): move(.jump(.time(time)))
        case .select(let row): select(row)
        case .reveal(let key): reveal(key)
        case .open: open()
        case .openInBrowser: withCurrentEntry { [services] entry in services.open(entry?.ticket.body.link) }
        case .openLinks: withTicket { onOutput?(.links($0.id)) }
        case .openThread: withTicket { onOutput?(.thread($0.id)) }
        case .openPictures: openPictures()
        case .copyLink: withCurrentEntry { [services] entry in services.copy(entry?.ticket.body.link) }
        case .toggleRead: toggleRead()
        case .toggleStar: toggleStar()
        case .toggleLater: toggleLater()
        case .react(let reaction): withTicket { services.actions.toggle(reaction, of: $0.id) }
        case .sendAgain: withTicket { services.actions.resend(at: $0.id) }
        case .dropAction: withTicket { services.actions.drop(at: $0.id) }
        case .toggleWarning: toggleWarning()
        case .toggleStory: withTicket { services.toggleStory(of: $0.id) }
        case .markBelowRead: askOrMark(.markBelow, asked: asked)
        case .markAboveRead: askOrMark(.markAbove, asked: asked)
        case .markVisibleRead: markVisibleRead()
        case .markAllRead: askOrMark(.markAll, asked: asked)
        case .undo: services.undoLast()
        case .refresh: refresh()
        case .fill(let side, let amount): fill(from: side, amount: amount)
        case .cancel: cancel(asked: asked)
        case .cycleDensity: services.settings.density = density.next
        case .toggleTimes: services.settings.timeStyle = timeStyle.toggled
        case .toggleUnreadOnly: show { $0.change { $0.unreadOnly.toggle() } }
        case .toggleStarredOnly: show { $0.change { $0.starredOnly.toggle() } }
        case .toggleLaterOnly: show { $0.change { $0.laterOnly.toggle() } }
        case .toggleOnlySource: toggleOnlySource()
        case .showOnly(let supplier): show { $0.change { $0.suppliers = [supplier] } }
        case .toggleTopic(let digit): toggleTopic(digit)
        case .showTopics(let labels): show { $0.show(topics: labels) }
        case .toggleCombination: show { $0.toggleCombination() }
        case .toggleFilter: toggleFilter()
        case .openFiltered: onOutput?(.filtered)
        case .newRule: newRule()
        case .openSearch: onOutput?(.search)
        case .seekMatch(let side): seekMatch(side)
        case .find(let query): found = query
        }
    }

    /// The ticket under the cursor; nil on a gap.
    public var currentTicket: TicketID? { scroller.current?.ticket?.id }

    /// Which part of the Track is shown.
    public var currentView: TrackView { filter.view }

    var view: TrackView { filter.view }
    var counts: TrackCounts? { counter.counts }
    var topicCounts: (each: [LabelID: TrackCounts], all: TrackCounts)? { counter.topics }

    func recount() {
        counter.recount(in: view)
    }

    /// Changes what is shown. The cursor's row keeps its line; if the view hides it, the next older row takes its
    /// place, and going back restores it.
    func show(_ change: (inout TimelineFilter) -> Void) {
        let before = view
        change(&filter)
        if view != before { showView() }
    }

    /// Shows the program's vital signs in the bar, or does not.
    public func set(showsPerformance: Bool) {
        guard showsPerformance != self.showsPerformance else { return }
        self.showsPerformance = showsPerformance
        services.preferences.set(.vitals, to: String(showsPerformance))
        publish()
    }

    /// Shows what is known now.
    func publish() {
        arrivals.seen(downFrom: topmostVisible)
        rememberPosition()
        requestPictures()
        state = TimelineState(
            header: header, body: body, footer: footer, awaitsView: follow != nil && awaitsRows,
            banner: services.banner, question: questionText,
            density: density, timeStyle: timeStyle, found: found?.query.description, pictures: images.statuses)
        onPublish?()
    }

    /// The clock's own wake-up, on every full minute.
    private func followClock() async {
        while !Task.isCancelled {
            let now = services.time.now()
            let wait = Duration.milliseconds(60_000 - (now.milliseconds % 60_000 + 60_000) % 60_000)
            // Cancelled means that the timeline has ended.
            do { try await services.time.sleep(for: wait) } catch { return }
            reprintTimes()
            publish()
        }
    }
}
