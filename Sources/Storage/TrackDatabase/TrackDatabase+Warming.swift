public import EngineConcepts
import Queries

extension TrackDatabase {
    /// Warms the caches for likely next reads: the first screens of these topics, and search results. Runs in the background
    /// after the first screen, one topic at a time, so that other readers wait for one at most.
    public func warm(_ topics: [LabelID]) async throws {
        for topic in topics {
            try Task.checkCancellation()
            let view = TrackView(topics: TopicSelection([topic]), filter: .on, foldsStories: true)
            _ = try await window(WindowRequest(anchor: .top, above: 0, below: Self.screenful, view: view))
        }
        let newest = try await window(WindowRequest(anchor: .top, above: 0, below: 1)).rows.first
        guard case .ticket(let entry) = newest, let word = Self.word(of: entry.ticket.body.title ?? "") else { return }
        let results = search(.condition(.words(word, in: .anywhere)), now: { entry.ticket.key.time })
        _ = try await results.window(WindowRequest(anchor: .top, above: 0, below: Self.screenful))
    }

    /// Reads what the first screen shows and what waits in the outbox. Throws a ``StorageError`` if that part is damaged: a
    /// refresh without new items reads nothing of it.
    public func checkFirstScreen() async throws {
        _ = try await window(WindowRequest(anchor: .top, above: 0, below: Self.screenful))
        _ = try await counts(in: .all)
        _ = try await pendingActions()
    }

    /// The rows of a tall screen.
    private static let screenful = 60

    /// Returns the longest word of a title; any word touches the first pages of the index.
    private static func word(of title: String) -> WordPattern? {
        title.split { !$0.isLetter }.max { $0.count < $1.count }.flatMap { WordPattern(String($0), .word) }
    }
}
