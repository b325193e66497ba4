import EngineConcepts
import Localization

/// Sends waiting actions during a refresh.
struct OutboxRun {
    private let engine: any Engine
    private let kept: [PendingAction]
    private let events: AsyncStream<EngineEvent>

    /// Starts to send if anything waits.
    init(_ engine: any Engine) async {
        self.engine = engine
        events = engine.events()
        kept = await engine.pendingActions
        if !kept.isEmpty { engine.resumeActions() }
    }

    /// Returns the outcome. Call it after the engine has settled.
    func end() async -> OutboxReport {
        var report = OutboxReport()
        let left = await engine.pendingActions
        var open = Set(kept.map(\.id)).subtracting(left.map(\.id))
        for action in left {
            switch action.state {
            case .retrying(let time, let error):
                report.note(
                    Message(
                        "outboxRetrying",
                        ["action": .text(action.name), "time": .time(time), "reason": .message(error.message)]))
            case .uncertain(let error):
                report.note(
                    Message(
                        "outboxUncertain", ["action": .text(action.name), "reason": .message(error.message)]))
            case .expired(let error):
                report.note(
                    Message("outboxExpired", ["action": .text(action.name), "reason": .message(error.message)]))
            case .waiting, .running, .done, .refused, .dropped:
                report.note(Message("outboxWaiting", ["action": .text(action.name)]))
            }
        }
        guard !open.isEmpty else { return report }
        // Every outcome is an event that is in the stream by now.
        for await event in events {
            guard case .action(let action) = event, action.state.isFinal, open.remove(action.id) != nil else {
                continue
            }
            switch action.state {
            case .refused(let error):
                report.refused += 1
                report.troubles.append(
                    Message("outboxRefused", ["action": .text(action.name), "reason": .message(error.message)]))
            case .done: report.sent += 1
            case .waiting, .running, .retrying, .uncertain, .expired, .dropped: break
            }
            if open.isEmpty { break }
        }
        return report
    }
}

/// The outcome of waiting actions.
struct OutboxReport {
    fileprivate(set) var sent = 0
    fileprivate(set) var refused = 0
    fileprivate(set) var waiting = 0
    /// The failures, one sentence each.
    fileprivate(set) var troubles: [Message] = []

    var json: JSONObject {
        [
            "sent": sent, "refused": refused, "waiting": waiting, "troubles": troubles.map { Localizer.english($0) },
        ]
    }

    fileprivate mutating func note(_ trouble: Message) {
        waiting += 1
        troubles.append(trouble)
    }

    /// The outcome, or `nil` if nothing waited.
    var summary: Message? {
        guard sent + refused + waiting > 0 else { return nil }
        return Message(
            "outboxSummary", ["sent": .number(sent), "refused": .number(refused), "waiting": .number(waiting)])
    }
}

extension PendingAction {
    fileprivate var name: String { request.description }
}
