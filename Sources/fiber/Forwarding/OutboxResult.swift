import EngineConcepts
import Localization

/// The outcome of actions, so that another process can print it.
struct OutboxResult: Codable {
    /// The state of an action.
    enum State: String, Codable {
        case done, waiting, running, retrying, uncertain, expired, refused, cancelled

        init(_ state: ActionState) {
            self =
                switch state {
                case .done: .done
                case .waiting: .waiting
                case .running: .running
                case .retrying: .retrying
                case .uncertain: .uncertain
                case .expired: .expired
                case .refused: .refused
                case .dropped: .cancelled
                }
        }
    }

    /// One action.
    struct Entry: Codable {
        let id: ActionID
        /// The action and its target in words.
        let name: String
        let state: State
        /// The text that it publishes, or `nil` if it publishes none.
        let text: String?
        /// The time of the user's request (RFC 3339).
        let requestedAt: String
        /// The reason why the action was not done, or `nil`.
        var reasonNotDone: Message?
        /// The created ticket, or `nil` if nothing was created or no followed source contains it.
        var ticket: TicketID?
        /// The address of what was created.
        var link: String?
        /// The server's identity of a post that it publishes later, or `nil` if it is not known.
        var scheduled: String?
        /// The time at which the server publishes it, or `nil` for at once.
        var scheduledTime: Timestamp?

        /// Fibers of other versions, with which results are exchanged, use these names.
        private enum CodingKeys: String, CodingKey {
            case id, name, state, text, ticket, link, scheduled, scheduledTime
            case requestedAt = "asked"
            case reasonNotDone = "obstacle"
        }

        init(_ action: PendingAction) {
            id = action.id
            name = action.request.description
            text = action.request.text
            requestedAt = action.requestedAt.rfc3339
            state = State(action.state)
            reasonNotDone = action.reasonNotDone
        }

        /// The action as one line: its identity, its name or the reason why it was not done, and the beginning of its text.
        var line: String {
            "\(id)  \(reasonNotDone.map { Console.text($0) } ?? name)\(text.map { "  \($0.quotedBeginning)" } ?? "")"
        }

        var json: JSONObject {
            [
                "type": "action", "id": id.rawValue, "action": name, "state": state.rawValue, "asked": requestedAt,
                "text": text, "ticket": ticket?.description, "url": link, "scheduled": scheduled,
                "scheduledTime": scheduledTime?.rfc3339, "reason": reasonNotDone.map { Localizer.english($0) },
                "code": reasonNotDone?.code,
            ]
        }
    }

    var entries: [Entry] = []
}

extension OutboxResult {
    /// Prints what was done, and fails if something was not.
    ///
    /// - Parameter line: The line for an action that was done, or `nil` for none.
    func print(json: Bool, _ line: (Entry) -> String?) throws {
        for entry in entries {
            if json {
                try Console.print(entry.json)
            } else if entry.reasonNotDone == nil, let line = line(entry) {
                try Console.print(line)
            }
        }
        let notDone = entries.filter { $0.reasonNotDone != nil }.map { "\n  \($0.line)" }
        guard !notDone.isEmpty else { return }
        let waits = entries.contains { $0.state == .waiting || $0.state == .retrying }
        let keepsText = entries.contains { $0.state == .refused && $0.text != nil }
        throw CommandFailure(
            Message("actionsNotDone", ["list": .text(notDone.joined())]),
            advice: waits ? Message("outboxAdvice") : keepsText ? Message("refusedPostsKept") : nil)
    }
}
