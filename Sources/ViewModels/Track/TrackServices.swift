public import EngineConcepts
import Queries

/// The Track, and what can be done with it: marks, actions, topics and rules, searching. Shared by all screens of the Track,
/// which find the ``Session`` here.
public final class TrackServices {
    /// Fills the Track.
    public let engine: any Engine
    public let reader: any TrackReader
    public let search: any TicketSearching
    /// The presenters of the Track's suppliers.
    public let presenters: Presenters
    public let marks: SessionMarks
    /// The user's actions at the sources.
    public let actions: SessionActions
    /// The topics and rules.
    public let labels: SessionLabels
    /// The gaps that the user has dismissed.
    public let gaps: GapDismissals
    /// The tickets whose text the user has revealed.
    public let revealed = RevealedTickets()
    /// Turns the matching of stories on or off, or `nil` if the Track has no stories.
    let setStoryMatching: (@Sendable (Bool) async throws -> Void)?
    /// Earlier versions of tickets, or `nil` if none are kept.
    public let history: (any HistoryReading)?
    let session: Session
    /// Undone changes are taken back in the order of the keys.
    private let undoing: TaskQueue

    /// Creates the services of a Track.
    ///
    /// - Parameters:
    ///   - marks: Stores marks.
    ///   - labels: Stores topics and rules, or `nil` if there are none.
    ///   - setStoryMatching: Turns the matching of stories on or off, or `nil` if the Track has no stories.
    public init(
        engine: any Engine, reader: any TrackReader, marks: any MarkStore, labels: (any LabelManaging)? = nil,
        setStoryMatching: (@Sendable (Bool) async throws -> Void)? = nil, history: (any HistoryReading)? = nil,
        search: any TicketSearching, session: Session
    ) {
        self.engine = engine
        self.reader = reader
        self.search = search
        let presenters = Presenters(engine: engine)
        self.presenters = presenters
        let title: (TicketID) async -> String? = { [presenters, session] id in
            do {
                guard let entry = try await reader.entry(id) else { return nil }
                let title = await presenters.presentation(of: entry.ticket).title
                return title.flatMap { Excerpt.of(StyledText(plain: $0), maximumBytes: 80).blocks.first?.text }
            } catch {
                // The message is shown without the title.
                session.messages.log(.readFailed, error)
                return nil
            }
        }
        self.marks = SessionMarks(store: marks, title: title, session: session)
        actions = SessionActions(engine: engine, reader: reader, title: title, session: session)
        self.labels = SessionLabels(labels, session: session)
        gaps = GapDismissals(session: session)
        self.setStoryMatching = setStoryMatching
        self.history = history
        self.session = session
        undoing = TaskQueue(activity: session.activity) { [session] in session.messages.failure(.writeFailed, $0) }
    }

    /// The context in which queries are evaluated.
    var queryContext: QueryContext { get async { await queryContext(of: engine.snapshot.suppliers) } }

    /// Returns the context in which queries are evaluated while the sources have these states.
    func queryContext(of suppliers: some Sequence<SupplierStatus>) -> QueryContext {
        let naming = labels.naming
        let names: [SupplierID: String] = suppliers.reduce(into: [:]) { $0[$1.id] = naming.name(of: $1) }
        return QueryContext(
            sourceNames: naming.names.merging(names) { $1 }, sourceTopics: labels.sourceTopics,
            authorNotes: session.notes.authorNotes, people: session.notes.people
        ) { [zone = session.zone] in
            .seconds(zone.secondsAhead(at: $0))
        }
    }

    /// Returns the sources by identity, under the names of screens and messages.
    func suppliers() async -> [SupplierID: SupplierStatus] { await engine.snapshot.suppliers.named(by: labels.naming) }

    /// Returns the names of the sources on screens.
    func sourceNames() async -> [SupplierID: String] { await suppliers().mapValues(\.name) }

    /// Passes the engine's events from now on to `use`, until the task is cancelled.
    func follow(_ use: @escaping (EngineEvent) -> Void) -> Task<Void, Never> {
        let events = engine.events()
        return Task { for await event in events { use(event) } }
    }

    /// Uses the author whom a ticket shows, or says that there is none and calls `onNone`.
    func withAuthor(
        of ticket: TicketID, _ use: @escaping (Author) -> Void, orElse onNone: @escaping () -> Void = {}
    ) {
        session.run { [reader, session] in
            if let author = try await reader.entry(ticket)?.ticket.shownAuthor { return use(author) }
            session.messages.show(.noteNoAuthor)
            onNone()
        }
    }

    /// Undoes the last change, which may still be under way, and shows what that was.
    ///
    /// - Parameters:
    ///   - hold: Lets the keys of a screen wait until the work that it gets has ended. By default, those of all screens wait.
    ///     Not called if the undo may take long.
    ///   - onEnd: Called when that has ended, or has failed. Not called if there is nothing to undo.
    public func undoLast(
        holdingInput hold: ((@escaping @MainActor () async -> Void) -> Void)? = nil, onEnd: (() -> Void)? = nil
    ) {
        guard let undo = session.undo.pop() else { return session.messages.show(.nothingToUndo) }
        // An undo before this one may wait for a server, which keys do not.
        let holdsInput = undo.holdsInput && undoing.isIdle
        undoing.add { [self] in
            defer { onEnd?() }
            // Marks that cannot be undone are written in the same order.
            await marks.flush()
            await labels.flush()
            await session.notes.flush()
            if let message = try await undo.work() {
                session.messages.show(message)
            } else if session.messages.toast?.kind != .failure {
                // The failure of the change stays on the screen.
                session.messages.show(.nothingToUndo)
            }
        }
        guard holdsInput else { return }
        let undone: @MainActor () async -> Void = { [undoing] in await undoing.finish() }
        if let hold { hold(undone) } else { session.activity.runHoldingInput(undone) }
    }

    /// Writes everything that is not written yet. To be awaited before the program suspends or ends.
    public func flush() async {
        await undoing.finish()
        await marks.flush()
        await labels.flush()
        await session.notes.flush()
        await actions.flush()
        await session.preferences.flush()
    }
}
