public import EngineConcepts
import FiberConfiguration
import Localization
import WebText

/// The screen of sources: the user's list with the health of each source, to be changed. To choose what the timeline shows,
/// there is the source list, ``SourceListViewModel``.
public final class SourceManagerViewModel: ViewModel {
    /// An action on the screen of sources.
    public nonisolated enum Action: PromptAction, Equatable {
        /// Move the cursor.
        case move(Int)
        /// Ask for the address of a new source.
        case askForAddress
        /// Ask for a new name of the source under the cursor.
        case askForName
        /// Ask for the topics of the source under the cursor.
        case askForTopics
        /// Ask for the name and the password with which the source under the cursor is requested.
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
        /// Refresh all sources.
        case refreshAll
        /// Show the dismissed gaps of the source under the cursor again. Can be undone.
        case showGaps
        /// Show only sources that contain every word of a text in their name, address or topics.
        case search(String)
        /// Undo the last action.
        case undo
    }

    public private(set) var state = SourceManagerState() { didSet { stateChanged(from: oldValue) } }
    public let callbacks = ViewModelCallbacks<Never>(isLoading: true)

    let manager: any SourceManaging
    let track: TrackServices
    var session: Session { track.session }
    private var sources: [SourceDescription] = []
    private(set) var statuses: [SupplierID: SupplierStatus] = [:]
    /// The counts of tickets that the content filter lets through, or `nil` while they are unknown.
    private var counts: [SupplierID: TrackCounts]?
    var openQuestion: SourceQuestion?
    private var completion = LineCompletion()
    let refreshes: SourceRefreshes
    private let arranging: TaskQueue
    lazy var reading = CoalescedTask(activity: session.activity) { [weak self] in await self?.read() }
    private var tasks: [Task<Void, Never>] = []
    /// The restored source that gets the cursor when it is listed again.
    private var returning: SupplierID?

    /// Creates the list; ``start()`` loads it.
    ///
    /// - Parameter canBegin: True if the user can add first sources although this list is fixed.
    public init(sources: any SourceManaging, canBegin: Bool = false, track: TrackServices) {
        manager = sources
        canAdd = canBegin || sources.fixedReason == nil
        self.track = track
        refreshes = SourceRefreshes(engine: track.engine, session: track.session)
        arranging = TaskQueue(activity: track.session.activity) { [session = track.session] in
            session.messages.failure($0)
        }
    }

    public func start() {
        track.marks.changes.observe(for: self) { [weak self] change in
            switch change {
            case .written, .unknown: self?.reading.run()
            case .set, .exactly, .underWay: break
            }
        }
        // A changed list of sources can change what rules hide, which is evaluated in the background.
        track.labels.changes.observe(for: self) { [weak self] _ in self?.reading.run() }
        tasks = [
            track.follow { [weak self] in self?.receive($0) }, session.everyMinute { [weak self] in self?.show() },
        ]
        track.gaps.changes.observe(for: self) { [weak self] _ in self?.reading.run() }
        reading.run()
    }

    public func stop() {
        for task in tasks { task.cancel() }
        tasks = []
        search("")
    }

    private func receive(_ event: EngineEvent) {
        switch event {
        case .committed, .supplierFailed: reading.run()
        case .fill(let id, _, let state): refreshes.reportEnd(of: id, state, statuses)
        default: break
        }
    }

    public func send(_ action: Action) {
        switch action {
        case .move(let count): state.cursor.move(by: count, within: state.rows?.count ?? 0)
        case .askForAddress: if mayEdit() { ask(.address(initial: "")) }
        case .askForName: askAboutCurrent { .name($0, shown: $1) }
        case .askForTopics: askAboutCurrent { .topics($0, shown: $1) }
        case .askForLogin: askAboutCurrent { .user($0, shown: $1) }
        case .submit(let text): submit(text)
        case .cancelPrompt: cancelPrompt()
        case .add(let address): add(address)
        case .askForList: if mayEdit() { ask(.list(initial: "")) }
        case .importList(let path): importList(at: path)
        case .presentAsNext: presentAsNext()
        case .remove: remove()
        case .togglePause: togglePause()
        case .reorder(let count): reorder(by: count)
        case .askForNewAddress: askAboutCurrent { .newAddress($0, shown: $1, initial: $0.address) }
        case .askForInterval: askAboutCurrent { .interval($0, shown: $1, initial: SourceQuestion.interval(of: $0)) }
        case .toggleFilter: toggleFilter()
        case .refresh: refresh()
        case .refreshAll: refreshes.start()
        case .showGaps: showGaps()
        case .search(let text): search(text)
        case .undo: track.undoLast()
        }
    }

    /// Filters the sources. The cursor goes to the first one; once the filter is lifted, it stays on its source.
    private func search(_ text: String) {
        guard text != state.search, state.rows != nil else { return }
        state.search = text
        show()
        if !text.isEmpty { state.cursor = 0 }
    }

    /// Opens the prompt for a question.
    func ask(_ question: SourceQuestion) {
        openQuestion = question
        state.prompt = question.prompt(session.localizer)
    }

    /// The longest name in a prompt, which has to leave room for its question and the answer.
    private static let maximumNameLength = 32

    /// Opens the prompt for a question about the source under the cursor and its name in the list.
    private func askAboutCurrent(_ question: (SourceDescription, String) -> SourceQuestion) {
        guard mayEdit(), let source = currentSource else { return }
        let name = currentRow?.name ?? ""
        ask(
            question(source, name.count > Self.maximumNameLength ? "\(name.prefix(Self.maximumNameLength - 1))…" : name)
        )
    }

    /// Completes the last topic in the answer to the prompt for topics, or the path of a list, with the match this far after
    /// the present one.
    ///
    /// - Returns: The completed answer, or `nil` if there is nothing to complete.
    public func completed(_ text: String, by count: Int) -> String? {
        switch openQuestion {
        case .topics:
            completion.complete(text, by: count) { TopicCompletion.matches(of: $0, from: knownTopics) }
        case .list:
            completion.complete(text, by: count) { session.programs.paths(beginningWith: $0).map(\.path) }
        default: nil
        }
    }

    /// The names of all topics, those that only sources name included.
    var knownTopics: [String] { track.labels.topicNames.map(\.name) + sources.flatMap(\.topics) }

    private func submit(_ text: String) {
        let asked = openQuestion
        cancelPrompt()
        let typed = text
        let text = text.split(separator: " ").joined(separator: " ")
        switch asked {
        // The arguments of a command may contain several spaces in a row.
        case .address: if !text.isEmpty { add(typed) }
        case .list: if !text.isEmpty { importList(at: typed.trimmingSpaces) }
        case .name(let source, _): rename(source, to: text)
        case .topics(let source, _): setTopics(of: source, to: text)
        case .newAddress(let source, _, _): if !text.isEmpty { move(source, to: typed) }
        case .interval(let source, _, _): setInterval(of: source, to: text)
        case .choice(let choices, _): choose(text, of: choices)
        case .user(let source, _): askForPassword(of: typed, at: source)
        case .password(let source, let user): if !typed.isEmpty { logIn(to: source, user: user, password: typed) }
        case nil: break
        }
    }

    private func cancelPrompt() {
        openQuestion = nil
        state.prompt = nil
    }

    private func add(_ address: String) {
        guard mayEdit() else { return }
        if let addresses = AddressList.several(in: address) { return add(addresses) }
        session.messages.show(.sourceAdding, .text(address))
        change { [self] place in
            do {
                return try await follow(address, undoneAt: place)
            } catch {
                // The address can be corrected, unless something else is being typed by now.
                if openQuestion == nil { ask(.address(initial: address)) }
                throw error
            }
        }
    }

    /// Follows the source at an address, or asks which if there are several. Returns the message for the user.
    private func follow(_ address: String, undoneAt place: UndoStack.Place) async throws -> String {
        let source: SourceDescription
        do {
            source = try await manager.add(address)
        } catch let several as SeveralSources {
            return askForChoice(of: several)
        }
        allowUndo(at: place, saying: session.localizer(.sourceRemoved, .text(source.shownName))) { [manager] in
            try await manager.remove(source.id)
        }
        track.engine.refresh()
        return session.localizer(.sourceAdded, .text(source.shownName))
    }

    /// Asks which of several sources is meant, unless something else is being typed by now. Returns the message for the user.
    private func askForChoice(of several: SeveralSources) -> String {
        if openQuestion == nil { ask(.choice(several.choices, initial: "1")) }
        return session.localizer(.sourceSeveral, .text(several.address), .number(several.choices.count))
    }

    /// Follows the sources whose numbers are in `text`.
    private func choose(_ text: String, of choices: [SeveralSources.Choice]) {
        guard let selected = SeveralSources.choices(numberedIn: text, of: choices) else {
            ask(.choice(choices, initial: text))
            return session.messages.failure(.sourceNoSuchChoice, .number(choices.count))
        }
        add(selected.map(\.address))
    }

    /// Follows the sources at several addresses, with one message about all of them.
    private func add(_ addresses: [String]) {
        session.messages.show(.sourceAdding, .text(addresses.joined(separator: ", ")))
        let places = addresses.map { _ in session.undo.reserve() }
        session.activity.run { [self] in
            var results: [String] = []
            var failures: [String] = []
            for (address, place) in zip(addresses, places) {
                defer { place.close() }
                do {
                    results.append(try await follow(address, undoneAt: place))
                } catch {
                    failures.append(session.localizer(error))
                }
            }
            session.messages.show((results + failures).joined(separator: " · "), isError: !failures.isEmpty)
            reading.run()
        }
    }

    private func remove() {
        guard mayEdit(), let source = currentSource else { return }
        let name = self.name(of: source)
        let wasFailing = currentRow?.health == .failed
        change { [self] place in
            let done = session.localizer(.sourceRemoved, .text(name))
            guard let removed = try await manager.remove(source.id) else { return done }
            let restored = session.localizer(.sourceRestored, .text(name))
            allowUndo(at: place, saying: restored) { [weak self, manager, engine = track.engine] in
                try await manager.restore(removed)
                self?.returning = source.id
                // The engine forgets the failure of a source that joins again. A request shows if it persists.
                if wasFailing { engine.refresh(of: [source.id]) }
            }
            return ([done] + removed.warnings.map { session.localizer($0) }).joined(separator: " · ")
        }
    }

    private func reorder(by count: Int) {
        guard mayEdit(), let source = currentSource, let index = sources.firstIndex(where: { $0.id == source.id })
        else {
            return
        }
        let next = min(max(0, index + count), sources.count - 1)
        guard next != index else { return }
        let previous = sources.map(\.id)
        sources.remove(at: index)
        sources.insert(source, at: next)
        show()
        let name = self.name(of: source)
        arrange(
            sources.map(\.id), undoing: previous,
            saying: session.localizer(.sourceMoved, .text(name), .number(next + 1), .number(sources.count)))
    }

    /// Writes a new order after those before it, so that the last one wins.
    private func arrange(_ order: [SupplierID], undoing previous: [SupplierID], saying message: String) {
        let place = session.undo.reserve()
        arranging.add { [self] in
            defer {
                place.close()
                reading.run()
            }
            try await manager.arrange(order)
            allowUndo(at: place, saying: session.localizer(.sourceOrderAsBefore)) { [manager] in
                try await manager.arrange(previous)
            }
            session.messages.show(message)
        }
    }

    /// The source under the cursor.
    public var current: SupplierID? { currentSource?.id }

    /// True if the source under the cursor requires another login.
    public var needsLogin: Bool { currentRow?.needsLogin ?? false }

    var currentSource: SourceDescription? {
        currentRow.flatMap { row in sources.first { $0.id == row.id } }
    }

    private var currentRow: SourceRow? { state.rows?.element(at: state.cursor) }

    /// True if sources can be added, to this list or as the first ones of the user's own.
    public let canAdd: Bool

    /// True if the list of sources can be changed here.
    public var isEditable: Bool { manager.fixedReason == nil }

    /// Returns true if the list can be changed; otherwise shows a message.
    func mayEdit() -> Bool {
        guard let reason = manager.fixedReason else { return true }
        session.messages.show(reason)
        return false
    }

    /// Changes the list and shows the message that `work` returns. It may fill the place of the change on the undo stack.
    func change(_ work: @escaping @MainActor (UndoStack.Place) async throws -> String) {
        let place = session.undo.reserve()
        session.activity.run { [self] in
            await session.messages.showingErrors { session.messages.show(try await work(place)) }
            place.close()
            reading.run()
        }
    }

    /// Lets undo take back the change at `place` by `work`, which must not hold the screen, and show `message`.
    func allowUndo(
        at place: UndoStack.Place, saying message: String, by work: @escaping @MainActor () async throws -> Void
    ) {
        place.fill { [weak self] in
            try await work()
            self?.reading.run()
            return message
        }
    }

    private func read() async {
        await session.messages.showingErrors(.readFailed) {
            sources = try await manager.sources()
            counts = try await track.reader.supplierCounts(in: TrackView(filter: .on))
        }
        let snapshot = await track.engine.snapshot
        statuses = snapshot.suppliers.named(by: SourceNaming(sources))
        show()
        endLoading()
    }

    private func show() {
        let minutes = session.settings.refreshMinutes
        let builder = SourceRowBuilder(
            texts: session.texts, now: session.time.now(), refreshSeconds: minutes > 0 ? minutes * 60 : nil)
        var selected = currentRow?.id
        let all = sources.map { source in
            builder.row(
                for: source, status: statuses[source.id], unread: counts.map { $0[source.id]?.unread ?? 0 },
                hidesGaps: track.gaps.dismissed.ranges[source.id] != nil)
        }
        let filter = WordFilter(state.search)
        let rows =
            state.search.isEmpty ? all : all.filter { filter.keeps("\($0.name) \($0.address) \($0.topics)") }
        if let returning, rows.contains(where: { $0.id == returning }) {
            selected = returning
            self.returning = nil
        }
        var next = state
        next.rows = rows
        next.cursor = rows.cursor(on: selected, or: state.cursor)
        let failedCount = all.count { $0.health == .failed }
        next.summary =
            failedCount == 0
            ? String(all.count)
            : session.localizer(.sourcesAttention, .text(String(all.count)), .number(failedCount))
        state = next
    }
}
