package import EngineConcepts

/// The sending of waiting actions during a refresh.
struct PendingActionsSending {
    private let engine: any TrackObserving & ActionManaging
    private let kept: [PendingAction]
    private let events: AsyncStream<EngineEvent>

    /// Starts to send if anything waits.
    init(_ engine: any TrackObserving & ActionManaging) async {
        self.engine = engine
        events = engine.events()
        kept = await engine.pendingActions
        if !kept.isEmpty { engine.resumeActions() }
    }

    /// Returns the outcome. Call it after the engine has settled.
    func end() async -> PendingActionsReport {
        let left = await engine.pendingActions
        let waiting = Set(left.map(\.id))
        let chains = kept.map { [$0.id] + $0.request.continuing(after: $0.id) }
        let outcomes = await ActionOutcomes.awaited(
            of: Set(kept.map(\.id)).subtracting(waiting), continuing: Set(chains.joined()).subtracting(waiting),
            in: events)
        var report = PendingActionsReport(waiting: left.count)
        var keepsText = false
        // Posts of one account that wait for the same reason have the same message. `fiber outbox` lists each.
        for reason in left.compactMap({ $0.reasonNotDone(in: left) }) where !report.warnings.contains(reason) {
            report.warnings.append(reason)
        }
        if left.contains(where: { OutboxResult.State($0.state) == .uncertain }) {
            report.warnings.append(Message("uncertainAdvice"))
        }
        for action in chains.joined().compactMap({ outcomes.ended[$0] }) {
            switch action.state {
            case .done: report.sent += 1
            case .refused:
                report.refused += 1
                report.warnings += [action.reasonNotDone].compactMap(\.self)
                keepsText = keepsText || action.request.text != nil
            case .waiting, .running, .retrying, .uncertain, .expired, .dropped: break
            }
        }
        if keepsText { report.warnings.append(Message("refusedPostsKept")) }
        return report
    }
}

/// The outcome of waiting actions.
package struct PendingActionsReport {
    package fileprivate(set) var sent = 0
    package fileprivate(set) var refused = 0
    package fileprivate(set) var waiting = 0
    /// The failures, each sentence once.
    package fileprivate(set) var warnings: [Message] = []

    /// The outcome, or `nil` if nothing waited.
    package var summary: Message? {
        guard sent + refused + waiting > 0 else { return nil }
        return Message(
            "outboxSummary", ["sent": .number(sent), "refused": .number(refused), "waiting": .number(waiting)])
    }
}
