public import EngineConcepts
public import Queries

/// What a rule would do to what is stored, before it is kept.
public nonisolated struct RuleTrial: Equatable, Sendable {
    /// How many tickets it is about, as far as was looked.
    public var matched = 0
    /// How many were looked at; nil where an index answers, which looks at none.
    public var seen: Int?
    /// Among how many that is.
    public var total = 0
    /// The newest of those that it is about.
    public var samples: [TrackEntry] = []
    /// Whether these are all.
    public var isComplete = false

    /// Nothing was looked at.
    public init() {}

    /// Tries a rule on what the Track shows within the rule's scope, and tells how far that is again and again. What the
    /// reader wants shown whatever hides it is no ticket that a rule would hide.
    ///
    /// - Parameters:
    ///   - finder: Finds what a query picks.
    ///   - limit: How many samples to keep.
    ///   - note: Told after every page; the last time with all of it.
    @concurrent
    public static func run(
        _ rule: Rule, over reader: any TrackReader, by finder: any TicketFinding, in surroundings: QueryContext,
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
        func take(_ entries: [TrackEntry], seen: Int?) async {
            let met = rule.effect == .hide ? entries.filter { !$0.marks.isUnhidden } : entries
            trial.matched += met.count
            trial.samples += met.prefix(max(0, limit - trial.samples.count))
            trial.seen = seen
            await note(trial)
        }
        switch rule.subject {
        case .query(let query): try await finder.all(query, in: surroundings, seenIn: view) { await take($0, seen: $1) }
        case .offTopic(let name):
            let label = Topic.label(named: name)
            var seen = 0
            try await TrackScan(reader, in: view)
                .pages { entries in
                    seen += entries.count
                    await take(entries.filter { !$0.labels.contains(label) }, seen: seen)
                    return true
                }
        }
        trial.isComplete = true
        await note(trial)
    }
}
