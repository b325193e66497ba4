public import EngineConcepts

/// The state of the list of drafts.
public nonisolated struct DraftsState: Equatable, Sendable {
    /// An unsent post or other action.
    public struct Row: Equatable, Sendable, Identifiable {
        /// The identity of a row.
        public enum ID: Hashable, Sendable {
            /// An action that the outbox has.
            case unsent(ActionID)
            /// A draft.
            case draft(Int)
            /// A post that the server of an account publishes later.
            case scheduled(String, AccountID)
        }

        /// Its identity in the list.
        public var id: ID
        /// The kind of post or action, such as a reply.
        public var kind: String
        /// The start of its text.
        public var text: String
        /// The time of the last change, of the request, or of the publication.
        public var time: String
        /// The handles of the accounts that post, or `nil` for the source of a ticket.
        public var account: String?
        /// The reason why it is not sent, or `nil` if there is none.
        public var reason: String?
    }

    /// The actions of the outbox, those asked for last first, then the drafts, those changed last first, and the scheduled
    /// posts; `nil` while they load.
    public var rows: [Row]?
    /// The index of the row under the cursor.
    public var cursor = 0
}
