/// How one list becomes another: for lists that are small enough to be compared whole, such as sources, topics and search
/// results. The Track has ``TrackChanges`` of its own.
public struct ListChanges<ID: Hashable & Sendable>: Hashable, Sendable {
    /// One step. Indices of removals and of a move's origin are those of the old list, all others those of the new one.
    public enum Step: Hashable, Sendable {
        /// The element is gone.
        case remove(ID, at: Int)
        /// The element came.
        case insert(ID, at: Int)
        /// The element stands elsewhere.
        case move(ID, from: Int, to: Int)
        /// The element's content is another one.
        case reload(ID, at: Int)
    }

    /// The steps: removals from the end of the old list, then insertions and moves from the beginning of the new one,
    /// then reloads.
    public let steps: [Step]

    /// Whether the lists are equal.
    public var isEmpty: Bool { steps.isEmpty }
}

/// The fewest steps that lead from one list to another: removing and inserting one identity is a move, and changed
/// content under one identity is a reload. Identities must be unique in each list.
///
/// Costs `n·d` for `n` elements and `d` differences.
public func changes<Element: Identifiable & Equatable>(
    from old: [Element], to new: [Element]
) -> ListChanges<Element.ID> where Element.ID: Hashable & Sendable {
    let difference = new.map(\.id).difference(from: old.map(\.id)).inferringMoves()
    var steps: [ListChanges<Element.ID>.Step] = []
    for removal in difference.removals.reversed() {
        guard case .remove(let offset, let id, let destination) = removal, destination == nil else { continue }
        steps.append(.remove(id, at: offset))
    }
    for insertion in difference.insertions {
        guard case .insert(let offset, let id, let origin) = insertion else { continue }
        steps.append(origin.map { .move(id, from: $0, to: offset) } ?? .insert(id, at: offset))
    }
    let former = Dictionary(old.map { ($0.id, $0) }) { first, _ in first }
    for (index, element) in new.enumerated() {
        if let known = former[element.id], known != element {
            steps.append(.reload(element.id, at: index))
        }
    }
    return ListChanges(steps: steps)
}
