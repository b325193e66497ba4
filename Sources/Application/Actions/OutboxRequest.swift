package import EngineConcepts

/// The actions to perform, retry or cancel.
package struct OutboxRequest: ForwardedRequest {
    package typealias Outcome = OutboxResult

    /// An action with its target.
    package enum Act: Codable {
        case ticket(TicketAction, TicketID)
        case person(PersonAction, Person)
        case post(PostDraft, AccountID)
    }

    /// Actions that wait in the outbox.
    package enum Waiting: Codable {
        /// All that are not uncertain and have not expired.
        case all
        /// Also these, even if their outcome is uncertain or they have expired. Only these are reported.
        case named([ActionID])

        /// The named actions, or `nil` for all.
        var named: [ActionID]? { if case .named(let ids) = self { ids } else { nil } }
    }

    /// New actions.
    var acts: [Act] = []
    /// The waiting actions to send, or `nil` for none.
    var sends: Waiting?
    var cancelled: [ActionID] = []

    package init(acts: [Act] = [], sends: Waiting? = nil, cancelled: [ActionID] = []) {
        self.acts = acts
        self.sends = sends
        self.cancelled = cancelled
    }

    /// Always false: the Fiber that took the request may have sent a post before it ended.
    package static var canBeRepeated: Bool { false }

    package var envelope: RequestEnvelope.Request { .act(self) }
}
