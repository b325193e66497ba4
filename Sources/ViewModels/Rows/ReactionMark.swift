public import EngineConcepts

/// What the reader has said to a ticket at its source, and how sure that is.
public nonisolated struct ReactionMark: Equatable, Sendable {
    /// How far it has come.
    public enum Progress: Equatable, Sendable {
        /// The source has it.
        case settled
        /// It is on its way.
        case underWay
        /// It may have reached the source or not; the reader decides.
        case uncertain
    }

    /// What was said.
    public var reaction: Reaction
    /// Whether it stands, rather than being taken back.
    public var stands: Bool
    /// How far it has come.
    public var progress: Progress

    /// The marks of a ticket: what stands, and what is under way.
    public static func marks(of entry: TrackEntry) -> [ReactionMark] {
        Reaction.allCases.compactMap { reaction in
            let stands = entry.ticket.body.reactions.contains(reaction)
            let last = entry.pending.last { $0.action.reaction == reaction }
            guard stands || last != nil else { return nil }
            let progress: Progress =
                switch last?.state {
                case nil: .settled
                case .uncertain: .uncertain
                case .waiting, .running, .retrying, .done, .refused, .dropped: .underWay
                }
            return ReactionMark(reaction: reaction, stands: stands, progress: progress)
        }
    }
}
