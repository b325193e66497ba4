public import EngineConcepts
public import Queries

/// The effect that a rule would have on the stored tickets, calculated before it is saved.
public nonisolated struct RuleTrial: Equatable, Sendable {
    /// The number of matching tickets so far.
    public var matched = 0
    /// The number of tickets checked so far, or `nil` if an index answers and no tickets are checked.
    public var checked: Int?
    /// The number of tickets in the rule's scope.
    public var total = 0
    /// The newest matching tickets.
    public var samples: [TrackEntry] = []
    /// True if all tickets were checked.
    public var isComplete = false

    /// Tries a rule on the visible tickets of its scope, reports the progress and returns the complete result. Tickets that
    /// the user exempted from hiding do not count as hidden.
    ///
    /// - Parameters:
    ///   - search: Finds the matches of a query.
    ///   - maximumSamples: The maximum number of samples.
    ///   - report: Called after each page; the last call has the complete result.
    @concurrent
    @discardableResult
    public static func run(
        _ rule: Rule, over reader: any TrackReader, by search: any TicketSearching, in queryContext: QueryContext,
        maximumSamples: Int = 50, _ report: @Sendable (RuleTrial) async -> Void = { _ in }
    ) async throws -> RuleTrial {
        var view = TrackView.all
        switch rule.scope {
        case .everywhere: break
        case .topic(let name): view.topics = TopicSelection([Topic.label(named: name)])
        case .supplier(let supplier): view.suppliers = [supplier]
        }
        var trial = RuleTrial()
        trial.total = try await reader.counts(in: view).total
        func accept(_ entries: [TrackEntry], seen: Int?) async {
            let met = rule.effect == .hide ? entries.filter { !$0.marks.isUnhidden } : entries
            trial.matched += met.count
            trial.samples += met.prefix(max(0, maximumSamples - trial.samples.count))
            trial.checked = seen
            await report(trial)
        }
        switch rule.subject {
        case .query(let query):
            let applied = query.applied(in: queryContext)
            try await search.all(applied, in: queryContext, seenIn: view) { await accept($0, seen: $1) }
        case .offTopic(let name):
            let label = Topic.label(named: name)
            var seen = 0
            try await TrackScan(reader, in: view)
                .pages { entries in
                    seen += entries.count
                    await accept(entries.filter { !$0.labels.contains(label) }, seen: seen)
                    return true
                }
        }
        trial.isComplete = true
        await report(trial)
        return trial
    }
}
