public import EngineConcepts
import Queries

/// The Track, and what can be done with it.
public final class TrackServices {
    /// Fills the Track.
    public let engine: any Engine
    /// Reads the Track.
    public let reader: any TrackReader
    /// Finds tickets.
    public let finder: any TicketFinding
    /// The presenters of the Track's suppliers.
    public let presenters: Presenters
    /// The user's marks.
    public let marks: ReaderMarks
    /// The user's actions at the sources.
    public let actions: ReaderActions
    /// The topics and rules.
    public let labels: ReaderLabels
    /// The gaps that the user has dismissed.
    public let gaps: ReaderGaps
    /// Looks for tickets that tell the same story, or `nil` if the Track has no stories.
    public let stories: (any StoryFolding)?
    /// Earlier versions of tickets, or `nil` if none are kept.
    public let history: (any HistoryReading)?
    private let session: SessionContext

    /// Creates the services of a Track.
    ///
    /// - Parameters:
    ///   - marks: Stores marks.
    ///   - labels: Stores topics and rules, or `nil` if there are none.
    public init(
        engine: any Engine, reader: any TrackReader, marks: any MarkStore, labels: (any LabelManaging)? = nil,
        stories: (any StoryFolding)? = nil, history: (any HistoryReading)? = nil,
        finder: any TicketFinding, session: SessionContext
    ) {
        self.engine = engine
        self.reader = reader
        self.finder = finder
        let presenters = Presenters(engine: engine)
        self.presenters = presenters
        self.marks = ReaderMarks(
            store: marks,
            title: { [presenters, session] id in
                do {
                    guard let entry = try await reader.entry(id) else { return nil }
                    let title = await presenters.presentation(of: entry.ticket).title
                    return title.flatMap { Excerpt.of(StyledText(plain: $0), limit: 80).blocks.first?.text }
                } catch {
                    // The message lacks the title.
                    session.messages.log(.readFailed, error)
                    return nil
                }
            }, session: session)
        actions = ReaderActions(engine: engine, reader: reader, session: session)
        self.labels = ReaderLabels(labels, session: session)
        gaps = ReaderGaps(preferences: session.preferences)
        self.stories = stories
        self.history = history
        self.session = session
    }

    /// The context of queries.
    var queryContext: QueryContext {
        QueryContext(
            sourceNames: labels.sourceNames, sourceTopics: labels.sourceTopics,
            commentary: session.notes.commentary, people: session.notes.people
        ) { [zone = session.zone] in
            .seconds(zone.secondsAhead(at: $0))
        }
    }

    /// Returns the sources by identity, under the names of screens and messages.
    func suppliers() async -> [SupplierID: SupplierStatus] {
        await engine.snapshot.suppliers(named: labels.naming)
    }

    /// Returns the names of the sources on screens.
    func sourceNames() async -> [SupplierID: String] {
        await suppliers().mapValues(\.name)
    }

    /// Passes the engine's events from now on to `use`, until the task is cancelled.
    func follow(_ use: @escaping (EngineEvent) -> Void) -> Task<Void, Never> {
        let events = engine.events()
        return Task {
            for await event in events { use(event) }
        }
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

    /// Undoes the last change and shows what that was.
    public func undoLast() {
        guard let step = session.undo.pop() else { return session.messages.show(.nothingToUndo) }
        session.run(.writeFailed) { [self] in
            // Marks are written in order; the step must not overtake the change that it undoes.
            await marks.flush()
            await labels.flush()
            await session.notes.flush()
            session.messages.show(try await step())
        }
    }

    /// Writes everything that is not written yet. To be awaited before the program suspends or ends.
    public func flush() async {
        await marks.flush()
        await labels.flush()
        await session.notes.flush()
        await actions.flush()
        await session.preferences.flush()
    }
}

/// Stories: several tickets about the same event.
extension TrackServices {
    /// Starts or stops the search for stories.
    func setFolding(_ folds: Bool) {
        guard let stories else { return }
        session.run(.writeFailed) { try await stories.setFolding(folds) }
    }

    /// Gives each ticket of a story its own row, or folds them into one.
    ///
    /// - Parameter onFold: Called with the ticket whose row will stand for the whole story, before it is folded.
    func toggleStory(of ticket: TicketID, onFold: ((OrderKey) -> Void)? = nil) {
        session.run { [self] in
            guard session.settings.foldsStories else { return session.messages.show(.storiesNotFolded) }
            // Includes earlier requests that are not visible yet.
            await marks.flush()
            let entries = try await storyTickets(of: ticket)
            let isUnfolded = entries.contains(where: \.marks.isStoryUnfolded)
            if isUnfolded, let lead = entries.first(where: { !($0.storyMember?.isDuplicate ?? true) }) {
                onFold?(lead.ticket.key)
            }
            if isUnfolded || entries.contains(where: { $0.storyMember?.isFolded ?? false }) {
                marks.setApart(
                    entries.map(\.ticket.id), !isUnfolded,
                    isUnfolded ? session.localizer(.storyFolded) : places(of: entries))
            } else {
                session.messages.show(entries.count > 1 ? .storyOthersHidden : .storySingle)
            }
        }
    }

    /// Returns the positions of the other tickets of the story after unfolding, in words; they may be off the screen.
    private func places(of entries: [TrackEntry]) -> String {
        let others = entries.dropFirst().filter { $0.hiddenBy == nil }.map(\.ticket.key)
        guard let key = entries.first?.ticket.key else { return session.localizer(.storyFolded) }
        let above = others.count { $0 < key }
        return session.localizer(.storyUnfolded, .number(above), .number(others.count - above))
    }

    /// Returns a ticket and the others of its story, or nothing if it has no story.
    func storyTickets(of ticket: TicketID) async throws -> [TrackEntry] {
        guard let entry = try await reader.entry(ticket), let storyMember = entry.storyMember else { return [] }
        var entries = [entry]
        for other in storyMember.others {
            if let entry = try await reader.entry(other) { entries.append(entry) }
        }
        return entries
    }
}
