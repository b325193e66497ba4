public import EngineConcepts
public import Queries

/// What a rule would do to what is stored, before it is kept.
public nonisolated struct RuleTrial: Equatable, Sendable {
    /// How many of the tickets looked at it is about.
    public var matched = 0
    /// How many were looked at.
    public var seen = 0
    /// How many there are to look at.
    public var total = 0
    /// The newest of those that it is about.
    public var samples: [TrackEntry] = []
    /// Whether all were looked at.
    public var isComplete = false

    /// Nothing was looked at.
    public init() {}

    /// Tries a rule on what the Track shows within the rule's scope, and tells how far that is after every page.
    ///
    /// - Parameters:
    ///   - limit: How many samples to keep.
    ///   - note: Told after every page; the last time with all looked at.
    @concurrent
    public static func run(
        _ rule: Rule, over reader: any TrackReader, in surroundings: QuerySurroundings, at now: Timestamp,
        limit: Int = 50, _ note: @Sendable (RuleTrial) async -> Void
    ) async throws {
        var view = TrackView.all
        switch rule.scope {
        case .everywhere: break
        case .topic(let name): view.topics = TopicSelection([Topic.label(named: name)])
        case .supplier(let supplier): view.suppliers = [supplier]
        }
        var trial = RuleTrial()
        trial.total = try await reader.counts(in: view).total
        let test = test(rule, surroundings, now)
        try await TrackScan(reader, in: view)
            .pages { entries in
                for entry in entries where test(entry) {
                    trial.matched += 1
                    if trial.samples.count < limit { trial.samples.append(entry) }
                }
                trial.seen += entries.count
                await note(trial)
                return true
            }
        trial.total = trial.seen
        trial.isComplete = true
        await note(trial)
    }

    private static func test(
        _ rule: Rule, _ surroundings: QuerySurroundings, _ now: Timestamp
    ) -> (TrackEntry) -> Bool {
        switch rule.subject {
        case .query(let query):
            let matcher = QueryMatcher(query, in: surroundings)
            return { matcher.verdict(on: QuerySubject($0), at: now) == .yes }
        case .offTopic(let name):
            let label = Topic.label(named: name)
            return { !$0.labels.contains(label) }
        }
    }
}
