public import EngineConcepts
import Localization
public import Queries

/// An open ticket with its text, its links and its neighbours. Opening a ticket marks it as read.
///
/// The parts are ``TicketPage`` (the text on the screen), ``TicketContentReader``, ``NeighbourFinding``, ``TicketPosition``,
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
    private var page: TicketPage
    private let reader: TicketContentReader
    private let neighbours: any NeighbourFinding
    private let position: TicketPosition
    private let visiblePictures: VisiblePictures
    private let commands: TicketCommandRunner
    private var requests = RequestSequence()
    /// The tickets of the story that the user is cycling through.
    private var storyCycle: [TicketID] = []
    private var followTask: Task<Void, Never>?

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
        let found: any NeighbourFinding =
            neighbours ?? TicketNeighbours(reader: track.reader, view: view, order: order)
        self.neighbours = found
        self.order = neighbours == nil ? order : .newestFirst
        self.view = view
        self.search = search
        self.track = track
        page = TicketPage(of: ticket, search: search, words: track.session.localizer(.loading), measure: measure)
        reader = TicketContentReader(track: track)
        position = TicketPosition(among: found, track: track)
        visiblePictures = VisiblePictures(session: track.session)
        commands = TicketCommandRunner(track: track)
        state = TicketState(body: page.body, scroll: page.scroll)
    }

    /// Loads the ticket and marks it as read.
    public func start() {
        track.marks.changes.observe(for: self) { [weak self] in self?.marksChanged($0) }
        track.actions.changes.observe(for: self) { [weak self] in self?.actionsChanged(on: $0) }
        session.notes.changes.observe(for: self) { [weak self] _ in self?.presentAgain() }
        track.presenters.changes.observe(for: self) { [weak self] _ in self?.presentAgain() }
        track.labels.changes.observe(for: self) { [weak self] _ in self?.refreshPosition() }
        followTask = track.follow { [weak self] event in
            if case .committed(let changes, _) = event, !changes.isEmpty { self?.refreshPosition() }
        }
        commands.onShow = { [weak self] in self?.onOutput?(.show($0, $1)) }
        visiblePictures.onChange = { [weak self] in self?.publish() }
        position.onChange = { [weak self] in self?.publish() }
        load(page.ticket)
    }

    /// Cancels the loading of pictures, and stops observing the engine.
    public func stop() {
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
        case .resize(let width, let height): page.resize(width: max(1, width), height: max(1, height))
        case .scroll(let movement): page.move(movement)
        case .neighbour(let direction): go { [order] in try await $0.neighbour(of: $1, order.direction(direction)) }
        case .unread(let direction): goToUnread(order.direction(direction))
        case .readOn(let pages):
            if page.scroll.isAtEnd { goToUnread(order.direction(.older)) } else { page.move(.pages(pages)) }
        case .ticket(let command):
            let content = page.content
            commands.perform(
                command, on: page.ticket, marks: content?.marks, isCovered: content?.warning != nil, link: content?.link
            )
        case .openLink(let number): openLink(number)
        case .toggleWarning:
            track.revealed.toggle(page.ticket)
            load(page.ticket)
        case .nextInStory: goToNextInStory()
        case .showHints: report(page.showHints())
        case .typeHint(let letter): open(page.typeHint(letter))
        case .hideHints: page.hideHints()
        case .follow(let number): open(page.follow(number))
        case .jumpBack: report(page.jumpBack())
        case .find(let words): page.findWords(words)
        case .seekMatch(let direction): page.seekMatch(direction)
        case .seekResult(let direction): goToResult(order.direction(direction))
        case .toggleWrap: report(page.toggleWrap())
        case .scrollSideways(let columns): report(page.scrollSideways(columns))
        case .toggleWidth: toggleWidth()
        case .toggleRaw: report(page.toggleRaw())
        case .undo: track.undoLast()
        case .retry:
            guard visiblePictures.retry() else { return load(page.ticket) }
            page.apply(visiblePictures.statuses, isRetry: true)
        }
        publish()
    }

    /// Says why something is impossible, if it is.
    private func report(_ reason: MessageKey?) { if let reason { session.messages.show(reason) } }

    private func open(_ link: NumberedLink?) { if let link { session.links.open(link.url) } }

    private func openLink(_ number: Int) {
        guard let link = page.content?.links.first(where: { $0.number == number }) else {
            return session.messages.show(.noSuchLink, .number(number))
        }
        session.links.open(link.url, isPlayable: link.isPlayable)
    }

    private func toggleWidth() {
        guard let isFullWidth = page.content?.reading.isFullWidth else { return }
        page.setFullWidth(!isFullWidth)
        session.settings.readsFullWidth = !isFullWidth
    }

    // MARK: Other tickets

    /// Goes to the next ticket of the story, or from the last to the first.
    private func goToNextInStory() {
        guard let content = page.content, !content.alsoOn.isEmpty else { return session.messages.show(.storySingle) }
        if storyCycle.isEmpty { storyCycle = [page.ticket] + content.alsoOn.map(\.id) }
        load(storyCycle.next(after: page.ticket), isAside: true)
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
        guard let content = page.content else { return }
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
        session.activity.run { [self] in
            defer { end(request) }
            do {
                let content = try await reader.content(of: id)
                guard requests.isLatest(request) else { return }
                show(content, isAside: isAside)
            } catch {
                guard requests.isLatest(request) else { return }
                page.showFailure(
                    title: session.localizer(.readFailed, .text("")), hints: [session.localizer(error)])
                publish()
            }
        }
    }

    /// Notes the end of a request, unless another one has replaced it.
    private func end(_ request: Int) { if requests.end(request) { resumeInput() } }

    private func show(_ content: TicketContent?, isAside: Bool) {
        defer { publish() }
        guard let content else { return page.showFailure(title: session.localizer(.ticketGone)) }
        let isOther = content.id != page.ticket
        page.show(content, isFullWidth: isFullWidth)
        if isOther, !isAside { onOutput?(.moved(content.key)) }
        position.find(content.id)
        if session.settings.marksReadOnOpen, !content.marks.isRead {
            track.marks.set([content.id], MarkChange(read: true), canBeUndone: false)
        }
    }

    /// Makes the content again, because notes or the presenter changed.
    private func presentAgain() { if page.content != nil { load(page.ticket, isAside: true) } }

    private func refreshPosition() { if page.content != nil { position.refresh() } }

    private func actionsChanged(on ticket: TicketID) {
        guard ticket == page.ticket, page.content != nil else { return }
        session.run { [self] in
            guard var content = try await reader.content(of: ticket), let shown = page.content, shown.id == ticket
            else { return }
            // Marks are shown before they are written, so the shown ones are newer.
            content.marks = shown.marks
            page.show(content, isFullWidth: isFullWidth)
            publish()
        }
    }

    private func marksChanged(_ change: SessionMarks.Change) {
        let ticket = page.ticket
        switch change {
        case .set(let tickets, let change):
            if tickets.contains(ticket) { page.changeMarks { $0 = change.applied(to: $0) } }
        case .exactly(let exact): if let marks = exact[ticket] { page.changeMarks { $0 = marks } }
        case .written, .underWay: break
        case .unknown: if page.content != nil { load(ticket) }
        }
        publish()
    }

    // MARK: Publishing

    /// Loads the visible pictures and those of the next page, and shows the page. The states of pictures can change their
    /// areas, and with them which ones are visible.
    private func publish() {
        repeat {
            guard let (seen, ahead) = page.visiblePictures else { break }
            visiblePictures.want(seen: seen, ahead: ahead)
        } while page.apply(visiblePictures.statuses)
        state = TicketState(
            body: page.body, scroll: page.scroll, showsRaw: page.showsRaw, pictures: visiblePictures.statuses,
            position: position.text, find: page.find, hints: page.hints)
    }
}
