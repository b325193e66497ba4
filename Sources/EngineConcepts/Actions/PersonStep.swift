/// The part of an action on a person that one account has.
public enum PersonStep: Hashable, Sendable {
    /// The person is the account itself.
    case own
    /// The relation is already as wanted.
    case unchanged(PersonRelation)
    /// The action changes this relation.
    case change(PersonRelation)
}

extension PersonStanding {
    /// Returns the part that the account has in an action. Actions on the person that are still to be sent count as done.
    ///
    /// - Parameter pending: The unfinished actions, read before the relation was asked for: an action that is sent meanwhile is
    ///   then in at least one of the two.
    public func step(of action: PersonAction, after pending: [PendingAction]) -> PersonStep {
        let relation = pending.reduce(relation) { relation, earlier in
            guard earlier.isUnderWay, case .person(let other, person) = earlier.request else { return relation }
            return relation.after(other)
        }
        if relation == .own { return .own }
        return relation.includes(action) ? .unchanged(relation) : .change(relation)
    }
}

extension PendingAction {
    /// True if the action will still be sent, or is being sent.
    fileprivate var isUnderWay: Bool {
        switch state {
        case .waiting, .running, .retrying: true
        case .uncertain, .expired, .done, .refused, .dropped: false
        }
    }
}
