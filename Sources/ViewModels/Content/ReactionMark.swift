public import EngineConcepts

/// A reaction of the user to a ticket at its source, with its progress.
public nonisolated struct ReactionMark: Equatable, Sendable {
    /// The progress of sending a reaction.
    public enum Progress: Equatable, Sendable {
        /// Confirmed by the source.
        case settled
        /// Being sent.
        case underWay
        /// Unknown whether the source received it; the user decides.
        case uncertain
    }

    public var reaction: Reaction
    /// True unless the reaction is being undone.
    public var isSet: Bool
    public var progress: Progress

    /// Returns the reactions to a ticket, confirmed and pending.
    public static func marks(of entry: TrackEntry) -> [ReactionMark] {
        Reaction.allCases.compactMap { reaction in
            let isSet = entry.ticket.body.reactions.contains(reaction)
            let last = entry.pending.last { $0.ticketAction?.reaction == reaction }
            guard isSet || last != nil else { return nil }
            let progress = last.map { $0.state.needsDecision ? Progress.uncertain : .underWay }
            return ReactionMark(reaction: reaction, isSet: isSet, progress: progress ?? .settled)
        }
    }
}
