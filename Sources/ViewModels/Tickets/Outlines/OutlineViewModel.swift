public import EngineConcepts
import Localization

/// An outline: a thread as a tree, or the posts of a person as a list. Its posts are stored beside the Track: marks,
/// reactions and drafts made here are the same everywhere and outlive the screen.
///
/// The parts are ``PostRequests`` (what is loaded), ``OutlinePosts`` (what is stored of it), ``OutlineRows`` (the rows, the
/// cursor and movements), ``WaitingActions`` and ``TicketCommandRunner``.
public final class OutlineViewModel: ViewModel {
    public private(set) var state: OutlineState { didSet { stateChanged(from: oldValue) } }
    public let callbacks = ViewModelCallbacks<OutlineOutput>()

    /// The post that was opened, or `nil` for the posts of a person.
    private let openedTicket: Ticket?
    /// The person whose posts they are, or `nil` if their author is not linked.
    private let person: LinkedPerson?
    private let loader: any PostLoading
    private let track: TrackServices
    private var session: Session { track.session }
    private let requests: PostRequests
    private let posts: OutlinePosts
    private let rows: OutlineRows
    private let commands: TicketCommandRunner
    /// Rows are built one after another, so that later ones replace earlier ones.
    private let queue: TaskQueue

    private var waiting: WaitingActions
    /// True while the question about marking all posts is open.
    private var asksToMark = false
    private var tasks: [Task<Void, Never>] = []
    /// The last request of the first posts, or `nil` before it.
    private var loading: Task<Void, Never>?

    /// True until an action can be performed on the post that it is about.
    public var isCatchingUp: Bool { waiting.isCatchingUp }
    /// True while a movement or an action waits for posts that are requested.
    public var isWaitingForPosts: Bool { !waiting.isEmpty }

    /// Creates the view-model; ``start()`` requests the posts.
    ///
    /// - Parameters:
    ///   - loader: Requests and stores the posts.
    ///   - opened: The post whose thread it is, which is shown at once, or `nil` for the posts of a person.
    ///   - person: The person whose posts they are, or `nil` if their author is not linked.
    ///   - title: The name of the screen.
    public init(
        _ loader: any PostLoading, around opened: Ticket?, of person: LinkedPerson? = nil, title: String,
        track: TrackServices, measure: any OutlineMeasuring
    ) {
        self.loader = loader
        self.track = track
        self.person = person
        openedTicket = opened
        waiting = WaitingActions(opensPost: opened != nil)
        requests = PostRequests(loader, localizer: track.session.localizer)
        posts = OutlinePosts(loader, track: track)
        rows = OutlineRows(measure: measure, settings: track.session.settings)
        commands = TicketCommandRunner(track: track)
        queue = TaskQueue(activity: track.session.activity) { [session = track.session] in
            session.messages.failure(.readFailed, $0)
        }
        state = OutlineState(
            title: title, body: .words(track.session.localizer(.loading)), density: track.session.settings.density,
            timeStyle: track.session.settings.timeStyle)
    }

    /// Shows the opened post and requests the others.
    public func start() {
        track.marks.changes.observe(for: self) { [weak self] in self?.marksChanged($0) }
        track.actions.changes.observe(for: self) { [weak self] in self?.update(rereading: .only([$0])) }
        session.settings.changes.observe(for: self) { [weak self] _ in self?.settingsChanged() }
        session.notes.changes.observe(for: self) { [weak self] _ in
            self?.posts.peopleChanged()
            self?.update()
        }
        track.presenters.changes.observe(for: self) { [weak self] _ in self?.presentAgain() }
        track.presenters.add(loader.presenters)
        commands.onShow = { [weak self] in self?.onOutput?(.show($0, $1)) }
        let updates = loader.updates()
        tasks = [
            Task { [weak self] in
                for await outline in updates {
                    if self?.requests.adopt(arrived: outline) == true { self?.update(rereading: .all) }
                }
            },
            track.follow { [weak self] in self?.receive($0) },
            session.everyMinute { [weak self] in self?.update() },
        ]
        if let openedTicket {
            requests.begin(with: openedTicket)
            update(rereading: .all)
        }
        load()
    }

    public func stop() {
        for task in tasks { task.cancel() }
        tasks = []
        waiting.drop()
    }

    // MARK: Actions

    public func send(_ action: OutlineAction) {
        guard !waiting.hold(action, hasRow: rows.current != nil) else { return }
        let isConfirmed = asksToMark
        // Another size of the screen closes no question.
        if action.kind != .layout { asksToMark = false }
        switch action {
        case .resize(let width, let height): rows.resize(width: width, height: height)
        case .relayout: rows.remeasure()
        case .move(let movement): move(movement)
        case .scroll(let count): rows.scroller.scroll(lines: count)
        case .sibling(let count): go(to: rows.scroller.sibling(count))
        case .parent: go(to: rows.scroller.parent)
        case .opened: if let openedPost { go(to: rows.scroller.index(of: .post(openedPost))) }
        case .unread(let direction):
            go(to: rows.scroller.next(direction) { $0.ticket.map { !$0.marks.isRead } ?? false })
        case .gap(let direction): go(to: rows.scroller.next(direction, where: \.isGap))
        case .select(let row):
            waiting.drop()
            _ = rows.go(to: rows.scroller.index(of: row))
        case .open: open()
        case .toggleReplies: if rows.toggleReplies() { update() } else { session.messages.show(.threadNoReplies) }
        case .toggleAllReplies: toggleAllReplies()
        case .ticket(.toggleStory) where !isThread: withPost { posts.toggleStory(of: $0.id) }
        case .ticket(.openInBrowser) where rows.current?.id == .profile: openPage()
        case .ticket(let command): withPost(orAnyIf: command.concernsAuthor) { perform(command, on: $0) }
        case .toggleWarning:
            withPost { row in
                posts.toggleWarning(of: row.id)
                update()
            }
        case .markAllRead where !isConfirmed: asksToMark = true
        case .markAllRead, .confirm: if isConfirmed { track.marks.markRead(posts.unread) }
        case .refresh: if requests.phase != .loading { load() }
        case .cycleDensity: session.settings.density = session.settings.density.next
        case .toggleTimes: session.settings.timeStyle = session.settings.timeStyle.toggled
        case .undo: track.undoLast()
        }
        publish()
    }

    /// Closes the question about marking, as when another screen opens.
    public func closeQuestion() {
        guard asksToMark else { return }
        asksToMark = false
        publish()
    }

    /// Moves the cursor, and marks unread posts that it passes downwards, unless it goes to an end.
    private func move(_ movement: PageScroll.Movement) {
        let start = rows.scroller.cursor
        let passed = rows.move(movement)
        if case .lines(let count) = movement, count != 0, rows.scroller.cursor == start {
            session.announceStop(atBottom: count > 0)
        }
        guard session.settings.marksReadOnPassing else { return }
        track.marks.set(passed, MarkChange(read: true), canBeUndone: false)
    }

    private func go(to index: Int?) { if !rows.go(to: index) { session.messages.show(.noFurther) } }

    /// Hides the replies in the branches of first replies, or shows all replies. The cursor goes to the branch that it was in.
    private func toggleAllReplies() {
        let branch = rows.branch
        guard rows.toggleAllReplies() else { return session.messages.show(.threadNoReplies) }
        update(goingTo: rows.collapsed.isEmpty ? nil : branch)
    }

    /// Opens the current post, fills the current gap, or does what the current row offers.
    private func open() {
        switch rows.current?.id {
        case .post(let id): onOutput?(.open(id))
        case .gap(let gap) where gap.isRefused: session.messages.show(.fillBroughtNothing)
        case .gap(let gap): fill(gap)
        case .profile where !(requests.outline?.list?.proposals.isEmpty ?? true): linkProposal()
        case .profile: openPage()
        case .offer(let number): if let offer = loader.sources[number].offer { onOutput?(.follow(offer.address)) }
        case .status, nil: if requests.phase != .loading { load() }
        }
    }

    /// Opens the person's page in the browser.
    private func openPage() { session.links.open(requests.outline?.list?.page) }

    /// Links the first author who is proved to be the same person.
    private func linkProposal() {
        guard let list = requests.outline?.list, let proposal = list.proposals.first,
            let (number, profile) = list.profiles.min(by: { $0.key < $1.key })
        else { return }
        session.notes.link(profile.author, in: loader.sources[number].supplier, with: proposal)
    }

    /// Uses the current post.
    ///
    /// - Parameter isOfAuthor: True if any of the person's posts serves while the cursor is on the person.
    private func withPost(orAnyIf isOfAuthor: Bool = false, _ use: (TicketRow) -> Void) {
        let isOnPerson = isOfAuthor && rows.current?.id == .profile
        let first = isOnPerson ? rows.scroller.rows.lazy.compactMap(\.ticket).first : nil
        guard let row = rows.current?.ticket ?? first else { return session.messages.show(.notATicket) }
        use(row)
    }

    private func perform(_ command: TicketCommand, on row: TicketRow) {
        let folded = posts.stories.folded(under: row.id)
        if command == .toggleRead, !folded.isEmpty {
            return track.marks.set([row.id] + folded, MarkChange(read: !row.marks.isRead))
        }
        commands.perform(command, on: row.id, marks: row.marks, isCovered: row.warning != nil)
    }

    // MARK: Requests

    private func load() {
        let isFirst = requests.isAtBeginning
        requests.beginLoading()
        if isFirst { waiting.begin() }
        update()
        loading = session.activity.run { [self] in
            await requests.load()
            guard requests.phase == .loaded else { return update() }
            markOpened()
            update(rereading: .all, goingTo: isFirst ? openedPost : nil)
        }
    }

    private func fill(_ gap: OutlineGap) {
        guard requests.beginFilling(gap) else { return }
        update()
        session.activity.run { [self] in
            if await !requests.fill(gap) { session.messages.show(.fillBroughtNothing) }
            update(rereading: .all)
        }
    }

    /// Marks the opened post as read, as if it had been opened by itself.
    private func markOpened() {
        guard let openedPost, session.settings.marksReadOnOpen else { return }
        session.run { [track] in
            guard let entry = try await track.reader.entry(openedPost), !entry.marks.isRead else { return }
            track.marks.set([openedPost], MarkChange(read: true), canBeUndone: false)
        }
    }

    /// The identity of the opened post in its thread: that of the boosted post for a boost. `nil` for the posts of a person.
    private var openedPost: TicketID? {
        openedTicket.map { TicketID(supplier: $0.supplier, item: requests.outline?.focus ?? $0.id.item) }
    }

    // MARK: Rows

    /// Builds the rows again.
    ///
    /// - Parameters:
    ///   - rereading: The posts to read again from the store.
    ///   - target: The post where the cursor goes, or `nil` to keep its place.
    private func update(rereading: OutlinePosts.Rereading = .none, goingTo target: TicketID? = nil) {
        queue.add { [self] in
            let hadFirstPosts = requests.hasFirstPosts
            defer { built(withFirstPosts: hadFirstPosts && requests.hasFirstPosts) }
            if let outline = requests.outline {
                let (tickets, context) = try await posts.read(outline, rereading: rereading)
                // The rows fit the summary, which is of the outline that may have arrived meanwhile.
                rows.install(tickets, by: rowBuilder(of: requests.outline ?? outline, in: context), goingTo: target)
            }
            publish()
        }
    }

    /// Performs what has waited for rows that are built, or that could not be.
    private func built(withFirstPosts hasFirstPosts: Bool) {
        if waiting.endOpening() { resumeInput() }
        guard hasFirstPosts else { return }
        let actions = waiting.end()
        for action in actions { send(action) }
        if !actions.isEmpty { resumeInput() }
    }

    private func rowBuilder(of outline: PostOutline, in context: RowBuilder.Context) -> OutlineRowBuilder {
        OutlineRowBuilder(
            outline: outline, sources: loader.sources, posts: posts, requests: requests, collapsed: rows.collapsed,
            texts: session.texts,
            profile: outline.list.map {
                ProfileRowBuilder(
                    list: $0, sources: loader.sources, person: person, context: context, texts: session.texts)
            })
    }

    private func presentAgain() {
        posts.invalidate()
        update()
    }

    private func settingsChanged() {
        presentAgain()
        rows.remeasure()
        publish()
    }

    // MARK: What happens outside

    private func receive(_ event: EngineEvent) {
        switch event {
        case .committed(let changes, _):
            let touched = Set(
                (changes.reloaded + changes.removed).compactMap { if case .ticket(let id) = $0 { id } else { nil } })
            if !touched.isDisjoint(with: posts.entries.keys) { update(rereading: .only(touched)) }
        case .created(_, let item, _): change { [loader] in try await loader.add(item) }
        case .action(let action) where action.state == .done:
            guard case .ticket(.delete, let id) = action.request, contains(id) else { return }
            change { [loader] in await loader.remove(id) }
        default: break
        }
    }

    private func change(_ work: @escaping @Sendable () async throws -> PostOutline) {
        session.run { [self, loading] in
            // The answer to a running request, which may not have the change yet, replaces all posts.
            await loading?.value
            let changed = try await work()
            if requests.adopt(changed: changed) { update() }
        }
    }

    private func marksChanged(_ change: SessionMarks.Change) {
        switch change {
        case .changed(let tickets, _, let change):
            posts.change(tickets, change)
            update()
        // Marks of another ticket of the same post are shown here, too.
        case .written, .unknown: update(rereading: .all)
        case .underWay: break
        }
    }

    private func publish() {
        let localizer = session.localizer
        var next = state
        next.density = session.settings.density
        next.timeStyle = session.settings.timeStyle
        next.isBusy = requests.isBusy
        next.question = asksToMark ? localizer(.outlineMarkAll, .number(posts.unreadRows)) : nil
        if let outline = requests.outline {
            let unread = posts.unreadRows
            next.summary = localizer(.outlinePosts, .number(outline.count))
            if unread > 0, outline.count > 1 { next.summary += ", \(localizer(.outlineUnread, .number(unread)))" }
        }
        let scroller = rows.scroller
        next.body =
            scroller.rows.isEmpty
            ? requests.bodyWithoutRows
            : .content(.init(rows: scroller.rows, cursor: scroller.cursor, line: scroller.line))
        state = next
    }

    // MARK: Other screens

    /// Returns a post and those below it, `count` in all; only the post itself if it has no row.
    public func tickets(from id: TicketID, count: Int) -> [TicketID] { rows.scroller.tickets(from: id, count: count) }

    /// The posts with rows, in their order. They are the neighbours of an open one.
    public var tickets: [TicketID] { rows.tickets }

    /// True for a thread, false for the posts of a person.
    public var isThread: Bool { openedTicket != nil }

    /// Returns true if a post has a row or is hidden among replies.
    public func contains(_ ticket: TicketID) -> Bool { posts.entries[ticket] != nil }
}
