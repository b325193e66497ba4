public import EngineConcepts
import FiberConfiguration
import Localization

/// The screen of sources: the user's list with the health of each source, to be changed. To choose what the timeline shows,
/// there is the source list, ``SourceListViewModel``.
///
/// The parts are ``ListedSources`` (the list, the filter and the cursor), ``SourceEditor`` (the changes of the list) and
/// ``SourceRefreshes``.
public final class SourceManagerViewModel: ViewModel {
    /// An action on the screen of sources.
    public nonisolated enum Action: ListAction, PromptAction, Equatable {
        case move(Int)
        /// Ask for the address of a new source.
        case askForAddress
        /// Ask for a new name of the source under the cursor.
        case askForName
        /// Ask for the topics of the source under the cursor.
        case askForTopics
        /// Ask for the name and the password with which the source under the cursor is requested. Without a name, the login is
        /// removed, which can be undone.
        case askForLogin
        case submit(String)
        case cancelPrompt
        /// Follow the source at an address.
        case add(String)
        /// Ask for the path of a list from another program.
        case askForList
        /// Follow the sources of the list at a path.
        case importList(String)
        /// Present the source under the cursor in the next way. Can be undone.
        case presentAsNext
        /// Stop following the source under the cursor. Can be undone.
        case remove
        /// Pause or resume the source under the cursor. Can be undone.
        case togglePause
        /// Move the source under the cursor down by this number of rows; negative is up. Can be undone.
        case reorder(Int)
        /// Ask for a new address of the source under the cursor.
        case askForNewAddress
        /// Ask for the interval of regular requests of the source under the cursor.
        case askForInterval
        /// Let rules hide the items of the source under the cursor, or not. Can be undone.
        case toggleFilter
        /// Refresh the source under the cursor.
        case refresh
        case refreshAll
        /// Show the dismissed gaps of the source under the cursor again. Can be undone.
        case showGaps
        /// Show only sources that contain every word of a text in their name, address or topics.
        case search(String)
        case undo

        /// True for an action that changes the list, or asks for what to change in it.
        fileprivate var changesList: Bool {
            switch self {
            case .askForAddress, .askForName, .askForTopics, .askForLogin, .add, .askForList, .importList,
                .presentAsNext, .remove, .togglePause, .reorder, .askForNewAddress, .askForInterval, .toggleFilter:
                true
            case .move, .submit, .cancelPrompt, .refresh, .refreshAll, .showGaps, .search, .undo: false
            }
        }
    }

    public private(set) var state = SourceManagerState() { didSet { stateChanged(from: oldValue) } }
    public let callbacks = ViewModelCallbacks<Never>(isLoading: true)

    private let manager: any SourceManaging
    private let track: TrackServices
    private var session: Session { track.session }
    private let reader: SourceListReader
    private let editor: SourceEditor
    private let refreshes: SourceRefreshes
    private lazy var reading = CoalescedTask(activity: session.activity) { [weak self] in await self?.read() }
    private var list = ListedSources()
    private var question: SourceQuestion? {
        didSet {
            paths.cancel(for: self)
            state.prompt = question?.prompt(session.localizer)
        }
    }
    private let paths: PathReader
    private var topicCompletion = LineCompletion()
    private var tasks: [Task<Void, Never>] = []

    /// Creates the list; ``start()`` loads it.
    ///
    /// - Parameter canBegin: True if the user can add first sources although this list is fixed.
    public init(sources: any SourceManaging, canBegin: Bool = false, track: TrackServices) {
        manager = sources
        canAdd = canBegin || sources.fixedReason == nil
        self.track = track
        paths = PathReader(session: track.session)
        reader = SourceListReader(sources, session: track.session)
        editor = SourceEditor(sources, track: track)
        refreshes = SourceRefreshes(engine: track.engine, session: track.session)
        editor.onChange = { [weak self] in self?.reading.run() }
        editor.onStart = { [weak self] in if let self { holdInput(for: reading, until: $0) } }
        editor.onRestore = { [weak self] in self?.list.returning = $0 }
        // An answer can be corrected unless something else is being typed by now.
        editor.onQuestion = { [weak self] in if self?.question == nil { self?.question = $0 } }
    }

    public func start() {
        track.marks.changes.observe(for: self) { [weak self] change in
            switch change {
            case .written, .unknown: self?.reading.run()
            case .changed, .underWay: break
            }
        }
        // A changed list of sources can change what rules hide, which is evaluated in the background.
        track.labels.changes.observe(for: self) { [weak self] _ in self?.reading.run() }
        tasks = [
            track.follow { [weak self] in self?.receive($0) }, session.everyMinute { [weak self] in self?.show() },
        ]
        track.gaps.changes.observe(for: self) { [weak self] _ in self?.reading.run() }
        session.messages.faultyFileChanges.observe(for: self) { [weak self] _ in self?.reading.run() }
        reading.run()
    }

    public func stop() {
        for task in tasks { task.cancel() }
        tasks = []
        send(.search(""))
    }

    private func receive(_ event: EngineEvent) {
        switch event {
        case .committed, .supplierFailed: reading.run()
        case .fill(let id, _, let state): refreshes.reportEnd(of: id, state, list.statuses)
        default: break
        }
    }

    // MARK: Actions

    public func send(_ action: Action) {
        if action.changesList, let reason = manager.fixedReason { return session.messages.show(reason) }
        switch action {
        case .move(let count): list.move(by: count)
        case .search(let text): list.filter(by: text)
        case .askForAddress: question = .address(initial: "")
        case .askForList: question = .list(initial: "")
        case .askForName: ask { .name($0, initial: nil) }
        case .askForTopics: ask { .topics($0, initial: $0.source.topics.joined(separator: ", ")) }
        case .askForLogin: ask { .user($0) }
        case .askForNewAddress: ask { .newAddress($0, initial: $0.source.address) }
        case .askForInterval: ask { .interval($0, initial: $0.source.interval.map(SourceInterval.text) ?? "") }
        case .submit(let answer): submit(answer)
        case .cancelPrompt: question = nil
        case .add(let address): editor.add(address)
        case .importList(let path): editor.importList(at: path)
        case .presentAsNext: withCurrent { editor.presentAsNext($0) }
        case .remove: withCurrent { editor.remove($0) }
        case .togglePause: withCurrent { editor.toggle(\.isPaused, of: $0, saying: .sourcePaused, or: .sourceResumed) }
        case .toggleFilter:
            withCurrent { editor.toggle(\.isFiltered, of: $0, saying: .sourceIsFiltered, or: .sourceIsUnfiltered) }
        case .reorder(let count): reorder(by: count)
        case .refresh: withCurrent { refresh($0) }
        case .refreshAll: refreshes.start()
        case .showGaps: withCurrent { showGaps(of: $0) }
        case .undo: track.undoLast(holdingInput: { [self] in holdInput(for: reading, until: $0) })
        }
        publish()
    }

    private func withCurrent(_ use: (ListedSource) -> Void) { if let current = list.current { use(current) } }

    /// Asks a question about the source under the cursor.
    private func ask(_ question: (ListedSource) -> SourceQuestion) { withCurrent { self.question = question($0) } }

    /// Takes the answer to the open question.
    private func submit(_ typed: String) {
        let asked = question
        question = nil
        let text = typed.split(separator: " ").joined(separator: " ")
        switch asked {
        // The arguments of a command may contain several spaces in a row.
        case .address: if !text.isEmpty { send(.add(typed)) }
        case .list: if !text.isEmpty { send(.importList(typed.trimmingSpaces)) }
        case .name(let listed, _): editor.rename(listed, to: text)
        case .topics(let listed, _): editor.setTopics(of: listed, to: text, known: knownTopics)
        case .newAddress(let listed, _): if !text.isEmpty { editor.move(listed, to: typed) }
        case .interval(let listed, _): editor.setInterval(of: listed, to: text)
        case .choice(let choices, _): editor.choose(text, of: choices)
        case .user(let listed):
            // In a header field, the name ends at the first colon.
            guard !typed.contains(":") else { return session.messages.show(.sourceUserWrong) }
            if text.isEmpty { editor.logOut(of: listed) } else { question = .password(listed, user: typed) }
        case .password(let listed, let user):
            if !typed.isEmpty { editor.logIn(to: listed, user: user, password: typed) }
        case nil: break
        }
    }

    private func reorder(by count: Int) {
        let previous = list.sources.map(\.id)
        guard let current = list.current, let place = list.reorder(by: count) else { return }
        show()
        editor.arrange(
            list.sources.map(\.id), undoing: previous,
            saying: session.localizer(
                .sourceMoved, .text(current.name), .number(place + 1), .number(previous.count)))
    }

    private func refresh(_ listed: ListedSource) {
        guard !listed.source.isPaused, listed.status != nil else {
            return session.messages.show(.sourceListPaused, .text(listed.name))
        }
        refreshes.start(of: [listed.id])
    }

    private func showGaps(of listed: ListedSource) {
        guard track.gaps.dismissed.ranges[listed.id] != nil else { return session.messages.show(.gapsNotDismissed) }
        let undone = session.localizer(.sourceGapsShownUndone, .text(listed.name))
        track.gaps.change(undone: undone) { $0.restore(listed.id) }
        session.messages.show(.sourceGapsShown, .text(listed.name))
    }

    // MARK: What the front end asks for

    /// Completes the last topic in the answer to the prompt for topics, or the path of a list, with the match this far after
    /// the present one.
    ///
    /// - Parameter use: Called with the completed answer, at once or while keys wait, unless nothing matches.
    /// - Returns: False if there is nothing to complete.
    public func complete(_ text: String, by count: Int, _ use: @escaping (String) -> Void) -> Bool {
        switch question {
        case .topics:
            let matches = TopicCompletion.matches(of: topicCompletion.begin(text), from: knownTopics)
            guard let completed = topicCompletion.take(count, of: matches) else { return false }
            use(completed)
        case .list: paths.complete(text, by: count, for: self, use)
        default: return false
        }
        return true
    }

    /// The names of all topics, those that only sources name included.
    private var knownTopics: [String] { track.labels.topicNames.map(\.name) + list.sources.flatMap(\.topics) }

    /// The source under the cursor.
    public var current: SupplierID? { list.current?.id }

    /// True if the source under the cursor requires another login.
    public var needsLogin: Bool { list.currentRow?.needsLogin ?? false }

    /// True if the source under the cursor is paused, by the user or because it has ended the program.
    public var isPaused: Bool {
        list.current.map { $0.source.isPaused || $0.status?.hasCrashed ?? false } ?? false
    }

    /// True if sources can be added, to this list or as the first ones of the user's own.
    public let canAdd: Bool

    /// True if the list of sources can be changed here.
    public var isEditable: Bool { manager.fixedReason == nil }

    // MARK: Reading

    private func read() async {
        list.sources = await reader.sources()
        await session.messages.showingErrors(.readFailed) {
            list.counts = try await track.reader.supplierCounts(in: TrackView(filter: .on))
        }
        let snapshot = await track.engine.snapshot
        list.set(snapshot.suppliers)
        show()
        endLoading()
    }

    /// Makes the rows of the list again.
    private func show() {
        let minutes = session.settings.refreshMinutes
        let builder = SourceRowBuilder(
            texts: session.texts, now: session.time.now(), refreshSeconds: minutes > 0 ? minutes * 60 : nil)
        list.makeRows(by: builder, dismissed: track.gaps.dismissed)
        publish()
    }

    private func publish() {
        var next = state
        next.search = list.search
        next.rows = list.rows
        next.cursor = list.cursor
        next.error = reader.failure
        next.summary = reader.failure ?? health
        state = next
    }

    /// The number of sources and of those that need attention, in words.
    private var health: String {
        switch list.health {
        case nil: ""
        case (let total, 0)?: session.localizer.grouped(total)
        case (let total, let failed)?:
            session.localizer(.sourcesAttention, .text(session.localizer.grouped(total)), .number(failed))
        }
    }
}
