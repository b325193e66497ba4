public import EngineConcepts
import Localization
public import Queries

/// An open ticket with its text, its links and its neighbours. Opening a ticket marks it as read.
///
/// The parts are ``OpenTicket`` (the text on the screen), ``TicketContentReader``, ``NeighbourFinding``, ``TicketPosition``,
/// ``VisiblePictures`` and ``TicketCommandRunner``.
public final class TicketViewModel: ViewModel {
    public private(set) var state: TicketState { didSet { stateChanged(from: oldValue) } }
    public let callbacks = ViewModelCallbacks<TicketOutput>()

    private let track: TrackServices
    private var session: Session { track.session }
    private let view: TrackView
    private let order: ReadingOrder
    /// The timeline's search, whose results follow each other, or `nil` if there is none.
    private let search: Query?
    private var shown: OpenTicket
    private let reader: TicketContentReader
    private let neighbours: any NeighbourFinding
    private let position: TicketPosition
    private let visiblePictures: VisiblePictures
    private let commands: TicketCommandRunner
    private var requests = RequestSequence()
    /// The tickets of the story that the user is cycling through.
    private var storyCycle: [TicketID] = []
    private var followTask: Task<Void, Never>?
    /// True if marks, notes or the presenter may have changed since the shown ticket was read.
    private var isStale = false

    /// Creates the view-model of a ticket; ``start()`` loads it.
    ///
    /// - Parameters:
    ///   - view: The view in which neighbours are found.
    ///   - order: The order of that view.
    ///   - neighbours: Finds the neighbours instead, in the order in which they are shown.
    ///   - search: The timeline's search, or `nil` if there is none.
    public init(
        ticket: TicketID, view: TrackView, order: ReadingOrder = .newestFirst,
        neighbours: (any NeighbourFinding)? = nil, search: Query? = nil, track: TrackServices,
        measure: any TicketMeasuring
    ) {
        let found: any NeighbourFinding = neighbours ?? TicketNeighbours(reader: track.reader, view: view, order: order)
        self.neighbours = found
        self.order = neighbours == nil ? order : .newestFirst
        self.view = view
        self.search = search
        self.track = track
        shown = OpenTicket(of: ticket, search: search, words: track.session.localizer(.loading), measure: measure)
        reader = TicketContentReader(track: track)
        position = TicketPosition(among: found, track: track)
        visiblePictures = VisiblePictures(session: track.session)
        commands = TicketCommandRunner(track: track)
        state = TicketState(body: shown.body, scroll: shown.scroll)
    }

    /// Loads the ticket and marks it as read.
    public func start() {
        track.marks.changes.observe(for: self) { [weak self] in self?.marksChanged($0) }
        track.actions.changes.observe(for: self) { [weak self] in self?.actionsChanged(on: $0) }
        session.notes.changes.observe(for: self) { [weak self] _ in self?.readAgain() }
        track.presenters.changes.observe(for: self) { [weak self] _ in self?.readAgain() }
        track.labels.changes.observe(for: self) { [weak self] _ in self?.refreshPosition() }
        followTask = track.follow { [weak self] event in
            if case .committed(let changes, _) = event, !changes.isEmpty { self?.refreshPosition() }
        }
        commands.onShow = { [weak self] in self?.onOutput?(.show($0, $1)) }
        visiblePictures.onChange = { [weak self] in self?.publish() }
        position.onChange = { [weak self] in self?.publish() }
        load(shown.ticket)
    }

    /// Cancels the loading of pictures and of another ticket, and stops observing the engine.
    public func stop() {
        requests.cancel()
        followTask?.cancel()
        visiblePictures.close()
    }

    /// True while a ticket is looked for or read. What the user does next is meant for that ticket.
    public var isCatchingUp: Bool { requests.isPending }

    /// True while the results of a search follow each other.
    public var followsSearch: Bool { search != nil }

    /// True to show open tickets in the full width of the screen, in this run.
    public var isFullWidth: Bool { session.settings.readsFullWidth }

    // MARK: Actions

    public func send(_ action: TicketPageAction) {
        switch action {
        case .resize(let width, let height): shown.resize(width: max(1, width), height: max(1, height))
        case .scroll(let movement): shown.move(movement)
        case .neighbour(let direction): go { [order] in try await $0.neighbour(of: $1, order.direction(direction)) }
        case .unread(let direction): goToUnread(order.direction(direction))
        case .readOn(let pages):
            if shown.scroll.isAtEnd { goToUnread(order.direction(.older)) } else { shown.move(.pages(pages)) }
        case .ticket(let command):
            let content = shown.content
            commands.perform(
                command, on: shown.ticket, marks: content?.marks, isCovered: content?.warning != nil,
                link: content?.link)
        case .openLink(let number): openLink(number)
        case .toggleWarning:
            track.revealed.toggle(shown.ticket)
            load(shown.ticket)
        case .nextInStory: goToNextInStory()
        case .showHints: report(shown.showHints())
        case .typeHint(let letter): open(shown.typeHint(letter))
        case .hideHints: shown.hideHints()
        case .follow(let number): open(shown.follow(number))
        case .jumpBack: report(shown.jumpBack())
        case .find(let words): shown.findWords(words)
        case .seekMatch(let direction): shown.seekMatch(direction)
        case .seekResult(let direction): goToResult(order.direction(direction))
        case .toggleWrap: report(shown.toggleWrap())
        case .scrollSideways(let columns): report(shown.scrollSideways(columns))
        case .toggleWidth: toggleWidth()
        case .toggleRaw: report(shown.toggleRaw())
        case .undo: track.undoLast()
        case .retry:
            guard visiblePictures.retry() else { return load(shown.ticket) }
            shown.apply(visiblePictures.statuses, isRetry: true)
        }
        publish()
    }

    /// Says why something is impossible, if it is.
    private func report(_ reason: MessageKey?) { if let reason { session.messages.show(reason) } }

    private func open(_ link: NumberedLink?) { if let link { session.links.open(link.url) } }

    private func openLink(_ number: Int) {
        guard let link = shown.content?.links.first(where: { $0.number == number }) else {
            return session.messages.show(.noSuchLink, .number(number))
        }
        session.links.open(link.url, isPlayable: link.isPlayable)
    }

    private func toggleWidth() {
        guard let isFullWidth = shown.content?.reading.isFullWidth else { return }
        shown.setFullWidth(!isFullWidth)
        session.settings.readsFullWidth = !isFullWidth
    }

    // MARK: Other tickets

    /// Goes to the next ticket of the story, or from the last to the first.
    private func goToNextInStory() {
        guard let content = shown.content, !content.alsoOn.isEmpty else { return session.messages.show(.storySingle) }
        if storyCycle.isEmpty { storyCycle = [shown.ticket] + content.alsoOn.map(\.id) }
        load(storyCycle.next(after: shown.ticket), isAside: true)
    }

    private func goToUnread(_ direction: ReadDirection) {
        go(otherwise: .ticketNoUnread) { try await $0.unread(after: $1, direction) }
    }

    /// Goes to the next result of the timeline's search.
    private func goToResult(_ direction: ReadDirection) {
        guard let search else { return }
        go(otherwise: .searchWrapped) { [track, view] _, key in
            try await track.search.next(
                search, in: track.queryContext, seenIn: view, from: .ticket(key), towards: direction)?
                .id
        }
    }

    /// Goes to the ticket that `find` returns.
    private func go(
        otherwise nothing: MessageKey = .ticketNoNeighbour,
        _ find: @escaping @MainActor (any NeighbourFinding, OrderKey) async throws -> TicketID?
    ) {
        guard let content = shown.content else { return }
        let request = requests.begin()
        session.run { [self] in
            defer { end(request) }
            let found = try await find(neighbours, content.key)
            guard requests.isLatest(request) else { return }
            guard let found else { return session.messages.show(nothing) }
            load(found)
        }
    }

    // MARK: Reading

    /// - Parameter isAside: True if the timeline's cursor stays where it is.
    private func load(_ id: TicketID, isAside: Bool = false) {
        if !isAside { storyCycle = [] }
        let request = requests.begin()
        let moment = track.marks.moment
        isStale = false
        session.activity.run { [self] in
            defer { end(request) }
            do {
                let content = try await reader.content(of: id)
                guard requests.isLatest(request) else { return }
                if track.marks.mayHaveChanged(since: moment) { isStale = true }
                show(content, isAside: isAside)
            } catch {
                guard requests.isLatest(request) else { return }
                shown.showFailure(title: session.localizer(.readFailed, .text("")), hints: [session.localizer(error)])
                publish()
            }
        }
    }

    /// Notes the end of a request, unless another one has replaced it.
    private func end(_ request: Int) {
        guard requests.end(request) else { return }
        resumeInput()
        readIfStale()
    }

    private func show(_ content: TicketContent?, isAside: Bool) {
        defer { publish() }
        guard let content else { return shown.showFailure(title: session.localizer(.ticketGone)) }
        let isOther = content.id != shown.ticket
        // Otherwise it was opened before, and may have been marked as unread since.
        let isOpened = isOther || shown.content == nil
        shown.show(content, isFullWidth: isFullWidth)
        if isOther, !isAside { onOutput?(.moved(content.key)) }
        position.find(content.id)
        if isOpened, session.settings.marksReadOnOpen, !content.marks.isRead {
            track.marks.set([content.id], MarkChange(read: true), canBeUndone: false)
        }
    }

    private func readAgain() {
        isStale = true
        readIfStale()
    }

    /// Reads the ticket again if it is stale. Waits for the request of a movement, which it would replace otherwise.
    private func readIfStale() {
        guard isStale, shown.content != nil, !requests.isPending, !track.marks.isWriting else { return }
        load(shown.ticket, isAside: true)
    }

    private func refreshPosition() { if shown.content != nil { position.refresh() } }

    private func actionsChanged(on ticket: TicketID) {
        guard ticket == shown.ticket, shown.content != nil else { return }
        session.run { [self] in
            guard var content = try await reader.content(of: ticket), let present = shown.content, present.id == ticket
            else { return }
            // Marks are shown before they are written, so the shown ones are newer.
            content.marks = present.marks
            shown.show(content, isFullWidth: isFullWidth)
            publish()
        }
    }

    private func marksChanged(_ change: SessionMarks.Change) {
        switch change {
        case .changed(let tickets, _, let change): if tickets.contains(shown.ticket) { shown.changeMarks(change) }
        case .written: readIfStale()
        case .underWay: break
        case .unknown: readAgain()
        }
        publish()
    }

    // MARK: Publishing

    /// Loads the visible pictures and those of the next page, and publishes the state. The states of pictures can change their
    /// areas, and with them which ones are visible.
    private func publish() {
        repeat {
            guard let (seen, ahead) = shown.visiblePictures else { break }
            visiblePictures.want(seen: seen, ahead: ahead)
        } while shown.apply(visiblePictures.statuses)
        state = TicketState(
            body: shown.body, scroll: shown.scroll, showsRaw: shown.showsRaw, pictures: visiblePictures.statuses,
            position: position.text, find: shown.find, linkHints: shown.linkHints)
    }
}
