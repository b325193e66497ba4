/// A person as an account sees them, with the relation of the account to them.
public struct PersonWithRelation: Hashable, Sendable {
    public let person: Person
    public var relation: PersonRelation

    public init(_ person: Person, _ relation: PersonRelation) {
        self.person = person
        self.relation = relation
    }

    /// Returns the effect of an action. Actions on the person that are still to be sent count as done.
    ///
    /// - Parameter pending: The unfinished actions, read before the relation was asked for: an action that is sent meanwhile is
    ///   then in at least one of the two.
    public func effect(of action: PersonAction, after pending: [PendingAction]) -> PersonActionEffect {
        let relation = relation(after: pending)
        if relation == .own { return .own }
        return relation.includes(action) ? .unchanged(relation) : .change(relation)
    }

    /// Returns the relation as it will be once the actions on the person that are still to be sent are done.
    ///
    /// - Parameter pending: The unfinished actions, read before the relation was asked for.
    public func relation(after pending: [PendingAction]) -> PersonRelation {
        pending.reduce(relation) { relation, earlier in
            guard earlier.state.isUnderWay, case .person(let other, person) = earlier.request else { return relation }
            return relation.after(other)
        }
    }
}

/// The effect of an action on the relation of one account to a person.
public enum PersonActionEffect: Hashable, Sendable {
    /// The person is the account itself.
    case own
    /// The relation is already as wanted.
    case unchanged(PersonRelation)
    /// The action changes this relation.
    case change(PersonRelation)
}
