public import EngineConcepts
import Localization

/// A thread as a tree, or the posts of a person as a list. Its posts are stored beside the Track: marks, reactions and
/// drafts made here are the same everywhere and outlive the screen.
public final class ThreadViewModel: ViewModel {
    public private(set) var state: ThreadState { didSet { stateChanged(from: oldValue) } }
    public let callbacks = ViewModelCallbacks<ThreadOutput>()

    /// The post that was opened, or `nil` for the posts of a person.
    private let openedTicket: Ticket?
    /// The person whose posts they are, or `nil` if their author is not linked.
    private let person: LinkedPerson?
    private let loader: any PostLoading
    private let requests: PostRequests
    private let posts: ThreadPosts
    private let track: TrackServices
    private var session: Session { track.session }
    private let measure: any ThreadMeasuring
    private let commands: TicketCommandRunner
    /// Rows are built one after another, so that later ones replace earlier ones.
    private let queue: TaskQueue

    private var outline: PostOutline? { requests.outline }
    private var scroller = Scroller<ThreadRow>()
    private var width = 80
    /// The posts whose replies are hidden.
    private var collapsedReplies: Set<String> = []
    /// True while the question about marking all posts is open.
    private var asksToMark = false
    private var tasks: [Task<Void, Never>] = []
    /// True until the opened post is read for its row. What the user does next is meant for that post.
    private var isReadingOpenedPost: Bool
    /// True from the request for the first posts until they have their rows, or could not be loaded.
    private var isLoadingFirstPosts = false
    /// The actions of the user meanwhile that are about posts without rows, oldest first.
    private var waiting: [ThreadAction] = []
    /// True until an action can be performed on the post that it is about.
    public var isCatchingUp: Bool { isReadingOpenedPost || waiting.contains { $0.kind == .onRow } }
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
        track: TrackServices, measure: any ThreadMeasuring
    ) {
        self.loader = loader
        requests = PostRequests(loader, localizer: track.session.localizer)
        posts = ThreadPosts(loader, track: track)
        openedTicket = opened
        isReadingOpenedPost = opened != nil
        self.person = person
        self.track = track
        self.measure = measure
        commands = TicketCommandRunner(track: track)
        queue = TaskQueue(activity: track.session.activity) { [session = track.session] in
            session.messages.failure(.readFailed, $0)
        }
        state = ThreadState(
            title: title, body: .words(track.session.localizer(.loading)), density: track.session.settings.density,
            timeStyle: track.session.settings.timeStyle)
    }

    /// Shows the opened post and requests the others.
    public func start() {
        track.marks.changes.observe(for: self) { [weak self] in self?.marksChanged($0) }
        track.actions.changes.observe(for: self) { [weak self] in self?.update(reading: [$0]) }
        session.settings.changes.observe(for: self) { [weak self] _ in self?.settingsChanged() }
        session.notes.changes.observe(for: self) { [weak self] _ in self?.notesChanged() }
        track.presenters.changes.observe(for: self) { [weak self] _ in self?.presentAgain() }
        track.presenters.add(loader.presenters)
        commands.onShow = { [weak self] in self?.onOutput?(.show($0, $1)) }
        let updates = loader.updates()
        tasks = [
            Task { [weak self] in
                for await outline in updates {
                    if self?.requests.adopt(arrived: outline) == true { self?.updateArrived() }
                }
            },
            track.follow { [weak self] in self?.receive($0) },
            session.everyMinute { [weak self] in self?.update() },
        ]
        if let openedTicket {
            requests.begin(with: openedTicket)
            update(reading: nil)
        }
        load()
    }

    public func stop() {
        for task in tasks { task.cancel() }
        tasks = []
        waiting = []
    }

    // MARK: Actions

    public func send(_ action: ThreadAction) {
        guard !hasToWait(action) else { return waiting.append(action) }
        let wasAsked = asksToMark
        asksToMark = false
        switch action {
        // These come from the screen and not from the user, and close no question.
        case .resize(let width, let height):
            asksToMark = wasAsked
            resize(width: width, height: height)
        case .relayout:
            asksToMark = wasAsked
            remeasure()
        case .move(let movement): move(movement)
        case .scroll(let count): scroller.scroll(lines: count)
        case .sibling(let count): go(to: scroller.sibling(count))
        case .parent: go(to: scroller.parent)
        case .opened: if let openedTicket { go(to: scroller.index(of: .post(postID(of: openedTicket)))) }
        case .unread(let direction): go(to: scroller.next(direction) { $0.ticket.map { !$0.marks.isRead } ?? false })
        case .gap(let direction): go(to: scroller.next(direction, where: \.isGap))
        case .select(let row):
            waiting = []
            if let index = scroller.index(of: row) { scroller.jump(to: index) }
        case .open: open()
        case .toggleReplies: toggleReplies()
        case .toggleAllReplies: toggleAllReplies()
        case .ticket(.toggleStory) where !isThread: withPost { toggleStory(of: $0.id) }
        case .ticket(.openInBrowser) where scroller.current?.id == .profile: openPage()
        case .ticket(let command): withPost(orAnyIf: command.concernsAuthor) { perform(command, on: $0) }
        case .toggleWarning:
            withPost { row in
                posts.toggleWarning(of: row.id)
                update()
            }
        case .markAllRead: markAllRead(isConfirmed: wasAsked)
        case .confirm: if wasAsked { markAllRead(isConfirmed: true) }
        case .refresh: load()
        case .cycleDensity: session.settings.density = session.settings.density.next
        case .toggleTimes: session.settings.timeStyle = session.settings.timeStyle.toggled
        case .undo: track.undoLast()
        }
        publish()
    }

    /// Returns true for an action whose post has no row yet: for a movement, and for what follows a movement.
    private func hasToWait(_ action: ThreadAction) -> Bool {
        guard isLoadingFirstPosts else { return false }
        return switch action.kind {
        case .movement: true
        case .onRow: !waiting.isEmpty || scroller.current == nil
        case .other: false
        }
    }

    /// Performs what has waited for the first posts.
    private func endLoadingFirstPosts() {
        guard isLoadingFirstPosts else { return }
        isLoadingFirstPosts = false
        let actions = waiting
        waiting = []
        for action in actions { send(action) }
        if !actions.isEmpty { resumeInput() }
    }

    /// Closes the question about marking, as when another screen opens.
    public func closeQuestion() {
        guard asksToMark else { return }
        asksToMark = false
        publish()
    }

    private func open() {
        switch scroller.current?.id {
        case .post(let id): onOutput?(.open(id))
        case .gap(let gap) where gap.isRefused: session.messages.show(.fillBroughtNothing)
        case .gap(let gap): fill(gap)
        case .profile where !(outline?.list?.proposals.isEmpty ?? true): linkProposal()
        case .profile: openPage()
        case .offer(let number): if let offer = loader.sources[number].offer { onOutput?(.follow(offer.address)) }
        case .status, nil: if requests.phase != .loading { load() }
        }
    }

    /// Opens the person's page in the browser.
    private func openPage() {
        session.links.open(outline?.list?.page)
    }

    /// Unfolds the story of a post into a row for each of its posts, or folds it into one row again.
    private func toggleStory(of post: TicketID) {
        guard session.settings.foldsStories else { return session.messages.show(.storiesNotFolded) }
        guard let story = posts.stories.story(of: post) else { return session.messages.show(.storySingle) }
        let isUnfolded = story.contains { posts.entries[$0]?.marks.isStoryUnfolded ?? false }
        let index = story.firstIndex(of: post) ?? 0
        let message =
            isUnfolded
            ? session.localizer(.storyFolded)
            : session.localizer(.storyUnfolded, .number(index), .number(story.count - 1 - index))
        track.marks.setStoryUnfolded(story, isUnfolded: !isUnfolded, saying: message)
    }

    /// Links the first author who is proved to be the same person.
    private func linkProposal() {
        guard let list = outline?.list, let proposal = list.proposals.first,
            let (number, profile) = list.profiles.min(by: { $0.key < $1.key })
        else { return }
        session.notes.link(profile.author, in: loader.sources[number].supplier, with: proposal)
    }

    /// Uses the current post.
    ///
    /// - Parameter isOfAuthor: True if any of the person's posts serves while the cursor is on the person.
    private func withPost(orAnyIf isOfAuthor: Bool = false, _ use: (TicketRow) -> Void) {
        let first = isOfAuthor && scroller.current?.id == .profile ? scroller.rows.lazy.compactMap(\.ticket).first : nil
        guard let row = scroller.current?.ticket ?? first else { return session.messages.show(.notATicket) }
        use(row)
    }

    private func perform(_ command: TicketCommand, on row: TicketRow) {
        let folded = posts.stories.folded(under: row.id)
        if command == .toggleRead, !folded.isEmpty {
            return track.marks.set([row.id] + folded, MarkChange(read: !row.marks.isRead))
        }
        commands.perform(command, on: row.id, marks: row.marks, isCovered: row.warning != nil)
    }

    private func markAllRead(isConfirmed: Bool) {
        guard isConfirmed else {
            asksToMark = true
            return
        }
        track.marks.markRead(posts.unread)
    }

    // MARK: Requests

    private func load() {
        requests.beginLoading()
        if requests.isAtBeginning { isLoadingFirstPosts = true }
        update()
        session.activity.run { [self] in
            let isFirst = requests.isAtBeginning
            await requests.load()
            guard requests.phase == .loaded else { return update(endingLoading: true) }
            markOpened()
            update(reading: nil, goingTo: isFirst ? outline?.focus : nil, endingLoading: true)
        }
    }

    /// Shows what has arrived while other sources are asked.
    private func updateArrived() {
        update(reading: nil, endingLoading: !requests.isAtBeginning)
    }

    private func fill(_ gap: ThreadGap) {
        guard requests.beginFilling(gap) else { return }
        update()
        session.activity.run { [self] in
            if await !requests.fill(gap) { session.messages.show(.fillBroughtNothing) }
            update(reading: nil)
        }
    }

    /// Marks the opened post as read, as if it had been opened by itself.
    private func markOpened() {
        guard let openedTicket, session.settings.marksReadOnOpen else { return }
        let id = postID(of: openedTicket)
        session.run { [track] in
            guard let entry = try await track.reader.entry(id), !entry.marks.isRead else { return }
            track.marks.set([id], MarkChange(read: true), canBeUndone: false)
        }
    }

    /// Returns the identity of the opened post in the thread: that of the boosted post for a boost.
    private func postID(of ticket: Ticket) -> TicketID {
        TicketID(supplier: ticket.supplier, item: outline?.focus ?? ticket.id.item)
    }

    // MARK: Movements

    /// Moves the cursor, and marks unread posts that it passes downwards, unless it goes to an end.
    private func move(_ movement: PageScroll.Movement) {
        let start = scroller.cursor
        switch movement {
        case .lines(let count):
            _ = scroller.move(rows: count)
            if scroller.cursor == start, count != 0 { session.announceStop(atBottom: count > 0) }
        case .pages, .halfPages: _ = scroller.move(lines: movement.lineCount(onPageOf: scroller.height))
        case .top: return scroller.jumpToTop()
        case .bottom: return scroller.jumpToBottom()
        // A click on a scroll bar, which only open texts have.
        case .to: return
        }
        guard session.settings.marksReadOnPassing else { return }
        track.marks.set(scroller.unreadTickets(passedFrom: start), MarkChange(read: true), canBeUndone: false)
    }

    private func go(to index: Int?) {
        guard let index else { return session.messages.show(.noFurther) }
        scroller.jump(to: index)
    }

    private func toggleReplies() {
        guard let row = scroller.current, let id = row.ticket?.id, row.replies != nil else {
            return session.messages.show(.threadNoReplies)
        }
        collapsedReplies.formSymmetricDifference([id.item])
        update()
    }

    /// Hides the replies in the branches of first replies, or shows all replies. The cursor goes to the branch that it was in.
    private func toggleAllReplies() {
        var target: String?
        if collapsedReplies.isEmpty {
            let focusDepth = scroller.rows.first(where: \.isOpened)?.branch.depth ?? 0
            let level = scroller.current?.branch.depth ?? 0 > focusDepth ? focusDepth + 1 : focusDepth
            collapsedReplies = Set(
                scroller.rows.filter { $0.branch.depth > focusDepth && $0.replies != nil }.compactMap(\.ticket?.id.item)
            )
            guard !collapsedReplies.isEmpty else { return session.messages.show(.threadNoReplies) }
            target = scroller.rows.prefix(scroller.cursor + 1).last { $0.branch.depth <= level }?.ticket?.id.item
        } else {
            collapsedReplies = []
        }
        update(goingTo: target)
    }

    // MARK: Rows

    private func resize(width: Int, height: Int) {
        guard width != self.width || height != scroller.height else { return }
        self.width = max(1, width)
        scroller.measure(height: max(1, height), heights: heights(of: scroller.rows))
        scroller.settle()
    }

    private func remeasure() {
        scroller.measure(height: scroller.height, heights: heights(of: scroller.rows))
    }

    private func heights(of rows: [ThreadRow]) -> [Int] {
        rows.map {
            max(
                1,
                measure.lines(
                    of: $0, width: width, density: session.settings.density, timeStyle: session.settings.timeStyle))
        }
    }

    private func notesChanged() {
        posts.peopleChanged()
        update()
    }

    private func presentAgain() {
        posts.invalidate()
        update()
    }

    private func settingsChanged() {
        presentAgain()
        remeasure()
        publish()
    }

    /// Builds the rows again.
    ///
    /// - Parameters:
    ///   - ids: The posts to read again, or `nil` for all. Posts that were never read are read in any case.
    ///   - target: The post where the cursor goes, or `nil` to keep its place.
    ///   - endsLoading: True if these are the first rows after the request for the first posts.
    private func update(
        reading ids: Set<TicketID>? = [], goingTo target: String? = nil, endingLoading endsLoading: Bool = false
    ) {
        queue.add { [self] in
            defer {
                endReadingOpenedPost()
                if endsLoading { endLoadingFirstPosts() }
            }
            try await build(reading: ids, goingTo: target)
        }
    }

    private func build(reading ids: Set<TicketID>?, goingTo target: String?) async throws {
        guard let outline else { return publish() }
        let (rows, context) = try await posts.read(outline, again: ids)
        install(rows, in: context, goingTo: target)
        publish()
    }

    private func endReadingOpenedPost() {
        guard isReadingOpenedPost else { return }
        isReadingOpenedPost = false
        resumeInput()
    }

    private func install(_ tickets: [TicketID: TicketRow], in context: RowBuilder.Context, goingTo target: String?) {
        guard let outline else { return }
        let builder = ThreadRowBuilder(
            outline: outline, sources: loader.sources, entries: posts.entries, collapsed: collapsedReplies,
            filling: requests.filling, failures: requests.failures, status: requests.status, texts: session.texts,
            profile: outline.list.map {
                ProfileRowBuilder(
                    list: $0, sources: loader.sources, person: person, context: context, texts: session.texts)
            }, stories: posts.stories)
        let rows = builder.rows(of: tickets)
        let targetRow = target.flatMap { item in
            loader.sources.first.map { ThreadRow.ID.post(TicketID(supplier: $0.supplier, item: item)) }
        }
        var kept = targetRow ?? scroller.current?.id
        if case .post(let post) = kept { kept = .post(posts.stories.lead(of: post)) }
        let cursor =
            rows.firstIndex { $0.id == kept } ?? builder.ancestor(of: kept, in: rows)
            ?? min(scroller.cursor, max(rows.count - 1, 0))
        scroller.install(
            rows, heights: heights(of: rows), reachesTop: true, reachesBottom: true, cursor: cursor,
            // A post that was just opened leaves room for what it replies to.
            line: targetRow == nil ? scroller.line : scroller.height / 3)
        scroller.settle()
    }

    // MARK: What happens outside

    private func receive(_ event: EngineEvent) {
        switch event {
        case .committed(let changes, _):
            let touched = Set(
                (changes.reloaded + changes.removed).compactMap { if case .ticket(let id) = $0 { id } else { nil } })
            if !touched.isDisjoint(with: posts.entries.keys) { update(reading: touched) }
        case .created(_, let item, _):
            change { [loader] in try await loader.add(item) }
        case .action(let action) where action.state == .done:
            guard case .ticket(.delete, let id) = action.request, contains(id) else { return }
            change { [loader] in await loader.remove(id) }
        default: break
        }
    }

    private func change(_ work: @escaping @Sendable () async throws -> PostOutline) {
        session.run { [self] in
            let changed = try await work()
            if requests.adopt(changed: changed) { update() }
        }
    }

    private func marksChanged(_ change: SessionMarks.Change) {
        switch change {
        case .set(let tickets, let change):
            for id in tickets { posts.change(id) { $0 = change.applied(to: $0) } }
            update()
        case .exactly(let exact):
            for (id, marks) in exact { posts.change(id) { $0 = marks } }
            update()
        // Marks of another ticket of the same post are shown here, too.
        case .written, .unknown: update(reading: nil)
        case .underWay: break
        }
    }

    private func publish() {
        let localizer = session.localizer
        var next = state
        next.density = session.settings.density
        next.timeStyle = session.settings.timeStyle
        next.isBusy = requests.isBusy
        next.question = asksToMark ? localizer(.threadMarkAll, .number(posts.unreadRows)) : nil
        if let outline {
            let unread = posts.unreadRows
            next.summary = localizer(.threadPosts, .number(outline.count))
            if unread > 0, outline.count > 1 { next.summary += ", \(localizer(.threadUnread, .number(unread)))" }
        }
        if !scroller.rows.isEmpty {
            next.body = .content(.init(rows: scroller.rows, cursor: scroller.cursor, line: scroller.line))
        } else {
            switch requests.phase {
            case .loading: next.body = .words(localizer(.loading))
            case .loaded: next.body = .words(localizer(.threadEmpty))
            case .failed(let cause): next.body = .failure(title: localizer(.threadNotLoaded), hints: [cause])
            }
        }
        state = next
    }

    // MARK: Neighbours

    /// Returns a post and those below it, `count` in all; only the post itself if it has no row.
    public func tickets(from id: TicketID, count: Int) -> [TicketID] {
        scroller.tickets(from: id, count: count)
    }

    /// The identities of the posts with rows, in their order.
    private var shownTickets: [TicketID] { scroller.rows.compactMap(\.ticket?.id) }

    /// True for a thread, false for the posts of a person.
    public var isThread: Bool { openedTicket != nil }

    /// Returns true if a post has a row or is hidden among replies.
    public func contains(_ ticket: TicketID) -> Bool { posts.entries[ticket] != nil }
}

/// The posts of a thread follow each other as they are shown.
extension ThreadViewModel: NeighbourFinding {
    public func neighbour(of key: OrderKey, _ direction: ReadDirection) async throws -> TicketID? {
        neighbour(of: key, direction) { _ in true }
    }

    public func unread(after key: OrderKey, _ direction: ReadDirection) async throws -> TicketID? {
        neighbour(of: key, direction) { posts.entries[$0]?.marks.isRead == false }
    }

    public func position(of entry: TrackEntry) async throws -> (position: Int, count: Int)? {
        shownTickets.firstIndex(of: entry.ticket.id).map { ($0 + 1, shownTickets.count) }
    }

    /// Does nothing: positions are not kept.
    public func forgetPositions() {}

    private func neighbour(
        of key: OrderKey, _ direction: ReadDirection, where isWanted: (TicketID) -> Bool
    ) -> TicketID? {
        let shown = shownTickets
        guard let index = shown.firstIndex(of: key.id) else { return nil }
        return direction == .older
            ? shown[(index + 1)...].first(where: isWanted) : shown[..<index].last(where: isWanted)
    }
}
