public import EngineConcepts
internal import Queries

extension TrackDatabase {
    /// Reads what may be looked at next, and keeps none of it: the first screens of these topics, and results of a search.
    /// What the disk has given once it need not give again while a reader waits. In the background, once a first screen is
    /// drawn; a topic after the other, so that whoever reads meanwhile waits for no more than one.
    public func warm(_ topics: [LabelID]) async throws {
        for topic in topics {
            try Task.checkCancellation()
            let view = TrackView(topics: TopicSelection([topic]), filter: .on, folds: true)
            _ = try await window(WindowRequest(anchor: .top, above: 0, below: Self.screenful, view: view))
        }
        let newest = try await window(WindowRequest(anchor: .top, above: 0, below: 1)).rows.first
        guard case .ticket(let entry) = newest, let word = Self.word(of: entry.ticket.body.title ?? "") else { return }
        let results = search(.condition(.words(word, in: .anywhere)), clock: { entry.ticket.key.time })
        _ = try await results.window(WindowRequest(anchor: .top, above: 0, below: Self.screenful))
    }

    /// The rows of a high screen.
    private static let screenful = 60

    /// The longest word of a title: the first pages of the index are the same whatever is looked for.
    private static func word(of title: String) -> WordPattern? {
        title.split { !$0.isLetter }.max { $0.count < $1.count }.flatMap { WordPattern(String($0), .word) }
    }
}
