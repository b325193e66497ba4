public import EngineConcepts
import Localization
public import Queries

/// An open ticket with its text, its links and its neighbours. Opening a ticket marks it as read.
///
/// The parts are ``TicketContentReader``, ``NeighbourFinding``, ``VisiblePictures`` and ``TicketCommandRunner``.
public final class TicketViewModel: ViewModel {
    public internal(set) var state: TicketState { didSet { stateChanged(from: oldValue) } }
    public let callbacks = ViewModelCallbacks<TicketOutput>()

    private let track: TrackServices
    var session: Session { track.session }
    private let reader: TicketContentReader
    let measure: any TicketMeasuring
    private let neighbours: any NeighbourFinding
    private let view: TrackView
    /// The timeline's search, whose results follow each other, or `nil` if there is none.
    let search: Query?
    private let visiblePictures: VisiblePictures
    private let commands: TicketCommandRunner
    private var ticket: TicketID
    private(set) var width = 80
    private(set) var height = 20
    /// The lines to return to, the last jump's last.
    var jumpOrigins: [Int] = []
    /// The text without highlighted matches.
    var plainText = StyledText()
    /// The position to keep at the top when the width changes.
    var keptPosition: TextPosition?
    /// The choices for the tickets that were shown, so that each is found again as it was left.
    private var readings: [TicketID: ReadingState] = [:]
    private let order: ReadingOrder
    /// The tickets of the story that the user is cycling through.
    private var storyCycle: [TicketID] = []
    private lazy var positioning = CoalescedTask(activity: session.activity) { [weak self] in
        await self?.readPosition()
    }
    /// True after a change of the Track or of its labels, until the position is read again.
    private var isPositionStale = false
    private var followTask: Task<Void, Never>?
    private var requests = RequestSequence()

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
        self.ticket = ticket
        self.order = neighbours == nil ? order : .newestFirst
        self.neighbours = neighbours ?? TicketNeighbours(reader: track.reader, view: view, order: order)
        self.view = view
        self.search = search
        self.track = track
        self.measure = measure
        reader = TicketContentReader(track: track)
        commands = TicketCommandRunner(track: track)
        visiblePictures = VisiblePictures(session: track.session)
        state = TicketState(body: .words(track.session.localizer(.loading)), scroll: PageScroll(), showsRaw: false)
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
        visiblePictures.onChange = { [weak self] in self?.showPictures() }
        load(ticket)
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

    public func send(_ action: TicketPageAction) {
        switch action {
        case .resize(let width, let height): resize(width: max(1, width), height: max(1, height))
        case .scroll(let movement): scroll(movement)
        case .neighbour(let direction): go { [order] in try await $0.neighbour(of: $1, order.direction(direction)) }
        case .unread(let direction): goToUnread(order.direction(direction))
        case .readOn(let pages):
            if state.scroll.isAtEnd { goToUnread(order.direction(.older)) } else { scroll(.pages(pages)) }
        case .ticket(let command):
            commands.perform(
                command, on: ticket, marks: state.content?.marks, isCovered: state.content?.warning != nil,
                link: state.content?.link)
        case .openLink(let number): openLink(number)
        case .toggleWarning:
            track.revealed.toggle(ticket)
            load(ticket)
        case .nextInStory: goToNextInStory()
        case .showHints: showHints()
        case .typeHint(let letter): typeHint(letter)
        case .hideHints: state.hints = nil
        case .follow(let number): follow(number)
        case .jumpBack: jumpBack()
        case .find(let query): find(query)
        case .seekMatch(let direction): seekMatch(direction)
        case .seekResult(let direction): goToResult(order.direction(direction))
        case .toggleWrap: toggleWrap()
        case .scrollSideways(let columns): scrollSideways(columns)
        case .toggleWidth: toggleWidth()
        case .toggleRaw: toggleRaw()
        case .undo: track.undoLast()
        case .retry:
            if !visiblePictures.retry() { return load(ticket) }
            setPictures(failed: [:])
            requestPictures()
        }
    }

    /// - Parameter isAside: True if the timeline's cursor stays where it is.
    private func load(_ id: TicketID, isAside: Bool = false) {
        if !isAside { storyCycle = [] }
        let request = requests.begin()
        session.activity.run { [self] in
            defer { end(request) }
            do {
                let content = try await reader.content(of: id)
                guard requests.isLatest(request) else { return }
                show(content, of: id, isAside: isAside)
            } catch {
                guard requests.isLatest(request) else { return }
                state.body = .failure(
                    title: session.localizer(.readFailed, .text("")), hints: [session.localizer(error)])
            }
        }
    }

    /// Notes the end of a request, unless another one has replaced it.
    private func end(_ request: Int) { if requests.end(request) { resumeInput() } }

    /// Makes the content again, because notes or the presenter changed.
    private func presentAgain() { if state.content != nil { load(ticket, isAside: true) } }

    private func show(_ content: TicketContent?, of id: TicketID, isAside: Bool) {
        let isFirstShown = id != ticket || state.content == nil || state.content?.warning != nil
        guard var content else {
            state.body = .failure(title: session.localizer(.ticketGone), hints: [])
            return
        }
        if id == ticket {
            content.failedPictures = state.content?.failedPictures ?? [:]
            content.reading = state.content?.reading ?? content.reading
        } else {
            readings[ticket] = state.content?.reading
            ticket = id
            content.reading = readings[id] ?? ReadingState()
            state.scroll.scroll(.top)
            state.showsRaw = false
            state.find = nil
            state.hints = nil
            jumpOrigins = []
            if !isAside { onOutput?(.moved(content.key)) }
        }
        content.reading.isFullWidth = session.settings.readsFullWidth
        setContent(content)
        measureText()
        if isFirstShown, state.find == nil { findQuery() }
        positioning.run()
        if session.settings.marksReadOnOpen, !content.marks.isRead {
            track.marks.set([id], MarkChange(read: true), canBeUndone: false)
        }
    }

    /// Shows content, with the matches of the search.
    private func setContent(_ content: TicketContent) {
        var content = content
        plainText = content.text
        if let find = state.find { content.text = find.highlighting(plainText) }
        state.content = content
    }

    private func resize(width: Int, height: Int) {
        var position = keptPosition
        keptPosition = nil
        if position == nil, width != self.width, state.scroll.offset > 0, !state.showsRaw, let content = state.content {
            position = measure.position(at: state.scroll.offset, of: content, width: self.width)
        }
        self.width = width
        self.height = height
        measureText()
        if let position, let content = state.content {
            scroll(.to(measure.line(of: position, in: content, width: width)))
        }
    }

    func scroll(_ movement: PageScroll.Movement) {
        state.scroll.scroll(movement)
        state.hints = nil
        requestPictures()
    }

    /// Lays the text out again after a change of it or of its layout.
    func measureText() {
        guard let content = state.content else { return }
        state.scroll.measure(
            count: measure.lines(of: content, width: width, raw: state.showsRaw), height: height)
        requestPictures()
    }

    // MARK: Pictures

    /// Loads the visible pictures, and those of the next page.
    private func requestPictures() {
        guard let content = state.content, !content.pictures.isEmpty || content.avatar != nil else { return }
        let top = state.scroll.offset
        let boxes = measure.pictures(of: content, width: width, raw: state.showsRaw)
        func keys(in lines: Range<Int>) -> [PictureKey] {
            boxes.filter { $0.lines.overlaps(lines) }
                .map { PictureKey(ticket: content.id, address: $0.address, size: $0.size) }
        }
        visiblePictures.want(seen: keys(in: top..<top + height), ahead: keys(in: top + height..<top + 2 * height))
        showPictures()
    }

    private func showPictures() {
        state.pictures = visiblePictures.statuses
        guard let content = state.content else { return }
        var lost = content.failedPictures
        var heights = content.reading.pictureLines
        for (key, status) in visiblePictures.statuses where key.ticket == content.id {
            switch status {
            case .failed(let cause): lost[key.address] = cause
            case .shown(let picture): heights[key.address] = measure.lines(of: picture)
            case .loading: break
            }
        }
        setPictures(failed: lost, heights: heights)
    }

    /// Removes or restores the areas of pictures that could not be loaded, sets the heights of those whose size was
    /// unknown, and keeps the first visible line.
    private func setPictures(failed lost: [String: String], heights: [String: Int]? = nil) {
        guard var content = state.content else { return }
        let heights = heights ?? content.reading.pictureLines
        guard content.failedPictures != lost || content.reading.pictureLines != heights else { return }
        let before = measure.pictures(of: content, width: width, raw: false)
        content.failedPictures = lost
        content.reading.pictureLines = heights
        state.content = content
        guard !state.showsRaw else { return }
        let after = measure.pictures(of: content, width: width, raw: false)
        let first = PictureBox.line(state.scroll.offset, before: before, after: after)
        state.scroll.measure(count: measure.lines(of: content, width: width, raw: false), height: height)
        state.scroll.scroll(.to(first))
        requestPictures()
    }

    // MARK: Links

    private func toggleRaw() {
        guard state.content?.raw != nil else { return session.messages.show(.ticketNoRaw) }
        state.showsRaw.toggle()
        state.scroll.scroll(.top)
        measureText()
    }

    private func openLink(_ number: Int) {
        guard let link = state.content?.links.first(where: { $0.number == number }) else {
            return session.messages.show(.noSuchLink, .number(number))
        }
        session.links.open(link.url, isPlayable: link.isPlayable)
    }

    /// Goes to the next ticket of the story, or from the last to the first.
    private func goToNextInStory() {
        guard let content = state.content, !content.alsoOn.isEmpty else {
            return session.messages.show(.storySingle)
        }
        if storyCycle.isEmpty { storyCycle = [ticket] + content.alsoOn.map(\.id) }
        load(storyCycle.next(after: ticket), isAside: true)
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
        guard let content = state.content else { return }
        let request = requests.begin()
        session.run { [self] in
            defer { end(request) }
            let found = try await find(neighbours, content.key)
            guard requests.isLatest(request) else { return }
            guard let found else { return session.messages.show(nothing) }
            load(found)
        }
    }

    /// Finds the position of the shown ticket again after a change of the Track or of its labels.
    private func refreshPosition() {
        guard state.content != nil else { return }
        isPositionStale = true
        positioning.run()
    }

    /// Finds the position of the shown ticket in the view.
    private func readPosition() async {
        let id = ticket
        if isPositionStale { neighbours.forgetPositions() }
        isPositionStale = false
        await session.messages.showingErrors(.readFailed) {
            guard let entry = try await track.reader.entry(id) else { return }
            let found = try await neighbours.position(of: entry)
            guard ticket == id else { return }
            state.position = found.map {
                session.localizer(.ticketPosition, .number($0.position), .number($0.count))
            }
        }
    }

    private func actionsChanged(on ticket: TicketID) {
        guard ticket == self.ticket, state.content != nil else { return }
        session.run { [self] in
            guard var content = try await reader.content(of: ticket), let shown = state.content, ticket == self.ticket
            else { return }
            // Marks are shown before they are written, so the shown ones are newer.
            content.marks = shown.marks
            content.failedPictures = shown.failedPictures
            content.reading = shown.reading
            setContent(content)
            measureText()
        }
    }

    private func marksChanged(_ change: SessionMarks.Change) {
        guard let marks = state.content?.marks else { return }
        switch change {
        case .set(let tickets, let change):
            if tickets.contains(ticket) { state.content?.marks = change.applied(to: marks) }
        case .exactly(let exact): state.content?.marks = exact[ticket] ?? marks
        case .written, .underWay: break
        case .unknown: load(ticket)
        }
    }
}
