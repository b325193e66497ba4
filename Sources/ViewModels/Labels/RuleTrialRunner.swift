import EngineConcepts
import Queries

/// Tries one rule at a time on the stored tickets, and keeps the progress of the last trial.
final class RuleTrialRunner {
    /// A trial with the texts of its samples.
    struct DisplayedTrial {
        var rule: Rule
        var result = RuleTrial()
        /// The newest matching tickets.
        var samples: [TicketBrief] = []
    }

    /// The trial of the last rule, or `nil` if there is none.
    private var last: DisplayedTrial?
    /// Called after each progress of the trial.
    var onProgress: (() -> Void)?

    private let track: TrackServices
    private var session: Session { track.session }
    private let builder: BriefBuilder
    private var trialTask: Task<Void, Never>?
    private var requests = RequestSequence()

    init(track: TrackServices) {
        self.track = track
        builder = BriefBuilder(track: track)
    }

    /// Tries a rule and returns the progress. Only returns the last trial if it is about the same tickets, unless `again`.
    ///
    /// - Parameter again: True to repeat the trial of the same rule. The former result stays until there is a new one.
    func run(_ rule: Rule, again: Bool = false) -> DisplayedTrial {
        let former = last.flatMap { $0.rule.affectsSameTickets(as: rule) ? $0 : nil }
        if let former, !again { return former }
        let trial = former ?? DisplayedTrial(rule: rule)
        last = trial
        trialTask?.cancel()
        let request = requests.begin()
        trialTask = session.run { [self] in
            do {
                let queryContext = await track.queryContext
                try await RuleTrial.run(rule, over: track.reader, by: track.search, in: queryContext) { [self] in
                    await update($0, of: rule, request: request)
                }
            } catch {
                // Another trial may have begun.
                if requests.isLatest(request) { last = nil }
                throw error
            }
        }
        return trial
    }

    /// Cancels the trial and forgets its result.
    func clear() {
        stop()
        last = nil
    }

    /// Cancels the trial. A partial result is forgotten, so that the rule can be tried again.
    func stop() {
        requests.cancel()
        trialTask?.cancel()
        trialTask = nil
        if last?.result.isComplete == false { last = nil }
    }

    private func update(_ result: RuleTrial, of rule: Rule, request: Int) async {
        guard let before = last, requests.isLatest(request) else { return }
        let isSame = before.result.samples == result.samples
        let samples = isSame ? before.samples : await builder.briefs(of: result.samples)
        guard requests.isLatest(request) else { return }
        last = DisplayedTrial(rule: rule, result: result, samples: samples)
        onProgress?()
    }
}

nonisolated extension Rule {
    /// Returns true if both rules affect the same tickets. Rules that hide skip exempted tickets, others do not.
    fileprivate func affectsSameTickets(as other: Rule) -> Bool {
        subject == other.subject && scope == other.scope && (effect == .hide) == (other.effect == .hide)
    }
}
