import EngineConcepts
import Queries

/// The posts of an outline as they are stored: reads them, makes their rows, and finds the crossposts among them.
final class OutlinePosts {
    /// The posts that are read again. Those that were never read are read in any case.
    enum Rereading {
        case none
        case only(Set<TicketID>)
        case all

        fileprivate func contains(_ post: TicketID) -> Bool {
            switch self {
            case .none: false
            case .only(let posts): posts.contains(post)
            case .all: true
            }
        }
    }

    /// The posts as they were read last.
    private(set) var entries: [TicketID: TrackEntry] = [:] { didSet { knownUnreadRows = nil } }
    /// The stories among the posts of a person.
    private(set) var stories = PostStories.none { didSet { knownUnreadRows = nil } }
    /// The last ``unreadRows``, or `nil` after a change: every key shows them.
    private var knownUnreadRows: Int?

    private let loader: any PostLoading
    private let track: TrackServices
    private var session: Session { track.session }
    private let builder: RowBuilder
    private let rowLoader: RowLoader
    /// The posts whose text was revealed behind a warning.
    private var revealed: Set<TicketID> = []
    /// The traits of the posts, by which crossposts are found.
    private var traits: [TicketID: (ticket: Ticket, traits: StoryTraits)] = [:]

    init(_ loader: any PostLoading, track: TrackServices) {
        self.loader = loader
        self.track = track
        builder = RowBuilder(texts: track.session.texts)
        rowLoader = RowLoader(builder: builder, presenters: track.presenters)
    }

    /// Reads posts and returns their rows, with the context in which the rows were made.
    func read(
        _ outline: PostOutline, rereading: Rereading
    ) async throws -> (rows: [TicketID: TicketRow], context: RowBuilder.Context) {
        var known: [TicketID: TrackEntry] = [:]
        for post in outline.posts {
            let id = id(of: post)
            if let entry = entries[id], !rereading.contains(id) {
                known[id] = entry
            } else {
                // Without a store of its own, as in a second process, a post is shown as it was delivered.
                known[id] =
                    try await track.reader.entry(id)
                    ?? TrackEntry(ticket: Ticket(post.item, of: id.supplier, seen: session.time.now()))
            }
        }
        entries = known
        let context = await context()
        let rows = await rowLoader.rows(of: Array(known.values), in: context)
        stories = stories(of: outline)
        return (joined(rows, in: context), context)
    }

    private func id(of post: SourcedPost) -> TicketID {
        TicketID(supplier: loader.sources[post.source].supplier, item: post.item.id)
    }

    private func context() async -> RowBuilder.Context {
        var suppliers = await track.suppliers()
        for source in loader.sources where suppliers[source.supplier] == nil {
            guard let offer = source.offer else { continue }
            suppliers[source.supplier] = SupplierStatus(
                id: source.supplier, name: source.name, kind: offer.kind, requests: RequestHistory(.healthy))
        }
        return RowBuilder.Context(
            now: session.time.now(), timeStyle: session.settings.timeStyle, suppliers: suppliers, revealed: revealed,
            labels: RowLabels(topics: track.labels.topics, rules: track.labels.rules),
            authorNotes: session.notes.authorNotes)
    }

    /// Finds the stories among the posts of a person: crossposts.
    private func stories(of outline: PostOutline) -> PostStories {
        guard outline.list != nil, loader.sources.count > 1, session.settings.foldsStories else { return .none }
        let listed = outline.posts.map(id).uniqued().compactMap { entries[$0] }
        let reader = StoryTraitReader(people: session.notes.people)
        return PostStories(listed) { ticket in
            if let known = traits[ticket.id], known.ticket == ticket { return known.traits }
            let found = StoryTraits(ticket, by: reader)
            traits[ticket.id] = (ticket, found)
            return found
        }
    }

    /// Returns the rows of posts that stand for crossposts with the names of the other sources. They are read together.
    private func joined(_ rows: [TicketID: TicketRow], in context: RowBuilder.Context) -> [TicketID: TicketRow] {
        var rows = rows
        for id in rows.keys {
            let folded = stories.folded(under: id)
            guard !folded.isEmpty else { continue }
            rows[id]?.alsoOn = builder.alsoOn(folded.map(\.supplier), beside: id.supplier, in: context)
            if folded.contains(where: { entries[$0]?.marks.isRead ?? false }) { rows[id]?.marks.isRead = true }
        }
        return rows
    }

    // MARK: Changes

    /// Changes the marks of those posts that were read.
    func change(_ posts: [TicketID], _ change: (TicketID, Marks) -> Marks) {
        for id in posts { if let marks = entries[id]?.marks { entries[id]?.marks = change(id, marks) } }
    }

    /// Reveals the text of a post behind its warning, or covers it.
    func toggleWarning(of id: TicketID) {
        revealed.formSymmetricDifference([id])
        rowLoader.invalidate(id)
    }

    /// Unfolds the story of a post into a row for each of its posts, or folds it into one row again.
    func toggleStory(of post: TicketID) {
        guard session.settings.foldsStories else { return session.messages.show(.storiesNotFolded) }
        guard let story = stories.story(of: post) else { return session.messages.show(.storySingle) }
        let isUnfolded = story.contains { entries[$0]?.marks.isStoryUnfolded ?? false }
        let index = story.firstIndex(of: post) ?? 0
        let message =
            isUnfolded
            ? session.localizer(.storyFolded)
            : session.localizer(.storyUnfolded, .number(index), .number(story.count - 1 - index))
        track.marks.setStoryUnfolded(story, isUnfolded: !isUnfolded, saying: message)
    }

    /// Makes all rows again when they are next read, because settings or presenters changed.
    func invalidate() { rowLoader.invalidateAll() }

    /// Makes all rows and finds the crossposts again when they are next read, because notes or people changed.
    func peopleChanged() {
        rowLoader.invalidateAll()
        traits = [:]
    }

    var unread: [TicketID] { entries.values.filter { !$0.marks.isRead }.map(\.ticket.id) }

    /// The number of unread rows: posts that have one row are read together.
    var unreadRows: Int {
        if let knownUnreadRows { return knownUnreadRows }
        let count = unread.count { id in
            !stories.isFolded(id) && !stories.folded(under: id).contains { entries[$0]?.marks.isRead ?? false }
        }
        knownUnreadRows = count
        return count
    }
}
