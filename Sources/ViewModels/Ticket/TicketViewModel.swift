public import EngineConcepts
import Localization

/// An open ticket with its text, its links and its neighbours. Opening a ticket marks it as read.
public final class TicketViewModel: ViewModel {
    /// The state of the screen.
    public private(set) var state: TicketState {
        didSet { if state != oldValue { onChange?() } }
    }
    /// Called after each change of ``state``.
    public var onChange: (() -> Void)?
    /// Called with the outputs of this screen.
    public var onOutput: ((TicketOutput) -> Void)?

    /// The maximum number of earlier versions shown: some sources change an item on every request.
    private static let maxVersions = 5

    private let track: TrackServices
    private let pictures: PictureProvider
    private let session: SessionContext
    private let builder: TicketBuilder
    private let measure: any TicketMeasuring
    private let view: TrackView
    private let images: VisibleImages
    private let commands: TicketCommands
    private var ticket: TicketID
    private var width = 80
    private var height = 20
    /// The tickets whose text was revealed behind a content warning.
    private var unfolded: Set<TicketID>
    private let order: ReadingOrder
    /// The tickets of the story that the user is cycling through.
    private var storyCycle: [TicketID] = []
    /// The number of the latest request, so that a late answer does not replace a newer one.
    private var request = 0

    /// Makes the view-model of a ticket; ``start()`` loads it.
    ///
    /// - Parameters:
    ///   - view: The view in which neighbours are found.
    ///   - order: The order of that view.
    ///   - unfolded: The tickets whose text was revealed already.
    public init(
        ticket: TicketID, view: TrackView, order: ReadingOrder = .newestFirst, unfolded: Set<TicketID> = [],
        track: TrackServices,
        pictures: PictureProvider, session: SessionContext, measure: any TicketMeasuring
    ) {
        self.ticket = ticket
        self.view = view
        self.order = order
        self.unfolded = unfolded
        self.track = track
        self.pictures = pictures
        self.session = session
        self.measure = measure
        builder = TicketBuilder(texts: session.texts, localizer: session.localizer)
        commands = TicketCommands(track: track, session: session)
        images = VisibleImages(source: pictures, session: session)
        state = TicketState(body: .loading(session.localizer(.loading)), scroll: PageScroll(), showsRaw: false)
    }

    /// Loads the ticket and marks it as read.
    public func start() {
        track.marks.observe(for: self) { [weak self] in self?.marksChanged($0) }
        track.actions.observe(for: self) { [weak self] in self?.actionsChanged(on: $0) }
        commands.onShow = { [weak self] in self?.onOutput?(.show($0, $1)) }
        images.onChange = { [weak self] in self?.showPictures() }
        load(ticket)
    }

    /// Cancels the loading of pictures.
    public func stop() {
        images.close()
    }

    /// Performs an action.
    public func send(_ action: TicketPageAction) {
        switch action {
        case .resize(let width, let height):
            self.width = max(1, width)
            self.height = max(1, height)
            measureText()
        case .scroll(let movement):
            state.scroll.scroll(movement)
            requestPictures()
        case .neighbour(let direction): goToNeighbour(order.direction(direction))
        case .ticket(let command):
            commands.perform(
                command, on: ticket, marks: state.content?.marks, isCovered: state.content?.warning != nil
            ) { [link = state.content?.link] in link }
        case .openLink(let number): openLink(number)
        case .toggleWarning:
            let isUnfolded = unfolded.insert(ticket).inserted
            if !isUnfolded { unfolded.remove(ticket) }
            onOutput?(.unfolded(ticket, isUnfolded))
            load(ticket)
        case .nextInStory: goToNextInStory()
        case .toggleRaw: toggleRaw()
        case .undo: track.undoLast()
        case .retry:
            if !images.retry() { return load(ticket) }
            setFailedPictures([:])
            requestPictures()
        }
    }

    /// - Parameter isAside: True if the timeline's cursor stays where it is.
    private func load(_ id: TicketID, isAside: Bool = false) {
        if !isAside { storyCycle = [] }
        request += 1
        let request = request
        session.activity.run { [weak self] in
            guard let self else { return }
            do {
                let content = try await content(of: id)
                guard request == self.request else { return }
                show(content, of: id, isAside: isAside)
            } catch {
                guard request == self.request else { return }
                let words = session.localizer(error)
                state.body = .failure(title: session.localizer(.readFailed, .words("")), cause: words)
            }
        }
    }

    private func content(of id: TicketID) async throws -> TicketContent? {
        guard let entry = try await track.reader.entry(id) else { return nil }
        let presenter = await track.presenters.presenters(for: [id.supplier])[id.supplier]
        let snapshot = await track.engine.snapshot
        let context = RowBuilder.Context(
            now: session.time.now(), suppliers: snapshot.suppliersByID, unfolded: unfolded.intersection([id]),
            pictureUse: pictures.loader == nil ? .never : session.settings.pictureUse)
        let others = try await track.storyTickets(of: id).dropFirst()
        let earlierVersions = try await track.history?.history(of: id, limit: Self.maxVersions) ?? []
        return await Self.build(
            entry, others: Array(others), earlierVersions: earlierVersions, presentedBy: presenter, with: builder,
            in: context)
    }

    /// Off the main actor, because parsing markup takes time and there may be several versions.
    @concurrent
    private nonisolated static func build(
        _ entry: TrackEntry, others: [TrackEntry], earlierVersions: [Ticket], presentedBy presenter: (any Presenter)?,
        with builder: TicketBuilder, in context: RowBuilder.Context
    ) async -> TicketContent {
        builder.content(
            for: entry, shownAs: presenter.presentation(of: entry.ticket), others: others,
            earlierVersions: earlierVersions.map { ($0, presenter.presentation(of: $0)) }, in: context)
    }

    private func show(_ content: TicketContent?, of id: TicketID, isAside: Bool) {
        guard var content else {
            state.body = .failure(title: session.localizer(.ticketGone), cause: nil)
            return
        }
        if id == ticket {
            content.failedPictures = state.content?.failedPictures ?? [:]
        } else {
            ticket = id
            state.scroll.scroll(.top)
            state.showsRaw = false
            if !isAside { onOutput?(.moved(content.key)) }
        }
        state.body = .content(content)
        measureText()
        if session.settings.marksReadOnOpen, !content.marks.isRead {
            track.marks.set([id], MarkChange(read: true), canBeUndone: false)
        }
    }

    private func measureText() {
        guard let content = state.content else { return }
        state.scroll.measure(
            count: measure.lines(of: content, width: width, raw: state.showsRaw), height: height)
        requestPictures()
    }

    // MARK: Pictures

    /// Loads the visible pictures, and those of the next page.
    private func requestPictures() {
        guard let content = state.content, !content.pictures.isEmpty else { return }
        let top = state.scroll.offset
        let boxes = measure.pictures(of: content, width: width, raw: state.showsRaw)
        func keys(in lines: Range<Int>) -> [PictureKey] {
            boxes.filter { $0.lines.overlaps(lines) }
                .map { PictureKey(ticket: content.key.id, address: $0.address, size: $0.size) }
        }
        images.want(seen: keys(in: top..<top + height), ahead: keys(in: top + height..<top + 2 * height))
        showPictures()
    }

    private func showPictures() {
        state.pictures = images.statuses
        guard let content = state.content else { return }
        var lost = content.failedPictures
        for case (let key, .failed(let cause)) in images.statuses where key.ticket == content.key.id {
            lost[key.address] = cause
        }
        setFailedPictures(lost)
    }

    /// Removes or restores the areas of pictures that could not be loaded, and keeps the first visible line.
    private func setFailedPictures(_ lost: [String: String]) {
        guard var content = state.content, content.failedPictures != lost else { return }
        let before = measure.pictures(of: content, width: width, raw: false)
        content.failedPictures = lost
        state.body = .content(content)
        guard !state.showsRaw else { return }
        let after = measure.pictures(of: content, width: width, raw: false)
        let first = PictureBox.line(state.scroll.offset, before: before, after: after)
        state.scroll.measure(count: measure.lines(of: content, width: width, raw: false), height: height)
        state.scroll.scroll(.to(first))
        requestPictures()
    }

    // MARK: Links

    private func toggleRaw() {
        guard state.content?.raw != nil else { return session.messages.note(.ticketNoRaw) }
        state.showsRaw.toggle()
        state.scroll.scroll(.top)
        measureText()
    }

    private func openLink(_ number: Int) {
        guard let link = state.content?.links.first(where: { $0.number == number }) else {
            return session.messages.note(.noSuchLink, .number(number))
        }
        session.links.open(link.url)
    }

    /// Goes to the next ticket of the story, or from the last to the first.
    private func goToNextInStory() {
        guard let content = state.content, !content.alsoOn.isEmpty else {
            return session.messages.note(.storySingle)
        }
        if storyCycle.isEmpty { storyCycle = [ticket] + content.alsoOn.map(\.id) }
        let index = storyCycle.firstIndex(of: ticket).map { ($0 + 1) % storyCycle.count } ?? 0
        load(storyCycle[index], isAside: true)
    }

    /// Finds the next ticket beyond any gaps, a few rows at a time.
    private func goToNeighbour(_ direction: ReadDirection) {
        guard let content = state.content else { return }
        request += 1
        let request = request
        session.run { [weak self] in
            guard let self else { return }
            let neighbour = try await neighbour(of: .ticket(content.key), direction)
            guard request == self.request else { return }
            guard let neighbour else { return session.messages.note(.ticketNoNeighbour) }
            load(neighbour)
        }
    }

    private func neighbour(of origin: TrackPlace, _ direction: ReadDirection) async throws -> TicketID? {
        var place = origin
        while true {
            let window = try await track.reader.window(
                WindowRequest(
                    anchor: .place(place), above: direction == .newer ? 8 : 0, below: direction == .older ? 9 : 1,
                    view: view))
            let rows = direction == .newer ? window.rows.reversed() : window.rows
            let beyond = rows.filter { direction == .newer ? $0.place < place : $0.place > place }
            for case .ticket(let entry) in beyond { return entry.ticket.id }
            guard let last = beyond.last else { return nil }
            place = last.place
        }
    }

    private func actionsChanged(on ticket: TicketID) {
        guard ticket == self.ticket, state.content != nil else { return }
        session.run { [weak self] in
            guard let self else { return }
            guard var content = try await content(of: ticket), let shown = state.content, ticket == self.ticket
            else { return }
            // Marks are shown before they are written, so the shown ones are newer.
            content.marks = shown.marks
            content.failedPictures = shown.failedPictures
            state.body = .content(content)
            measureText()
        }
    }

    private func marksChanged(_ change: ReaderMarks.Change) {
        guard var content = state.content else { return }
        switch change {
        case .set(let tickets, let change):
            guard tickets.contains(ticket) else { return }
            content.marks = change.applied(to: content.marks)
        case .exactly(let marks): content.marks = marks[ticket] ?? content.marks
        case .written, .underWay: return
        case .unknown: return load(ticket)
        }
        state.body = .content(content)
    }
}
