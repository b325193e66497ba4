/// The difference between two versions of a list. For lists small enough to compare as a whole, such as sources,
/// topics and search results; the Track uses ``TrackChanges``.
public struct ListChanges<ID: Hashable & Sendable>: Hashable, Sendable {
    /// One step. Indexes of removals and the origin of a move refer to the old list, all others to the new list.
    public enum Step: Hashable, Sendable {
        case remove(ID, at: Int)
        case insert(ID, at: Int)
        case move(ID, from: Int, to: Int)
        /// The element has the same identity and different content.
        case reload(ID, at: Int)
    }

    /// The steps: removals from the end of the old list, then insertions and moves from the beginning of the new
    /// list, then reloads.
    public let steps: [Step]

    /// True if the lists are equal.
    public var isEmpty: Bool { steps.isEmpty }
}

/// Returns the fewest steps that turn one list into another. Removing and inserting the same identity is a move;
/// different content under the same identity is a reload. Identities must be unique in each list.
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
    let oldElements = Dictionary(old.map { ($0.id, $0) }) { first, _ in first }
    for (index, element) in new.enumerated() {
        if let known = oldElements[element.id], known != element {
            steps.append(.reload(element.id, at: index))
        }
    }
    return ListChanges(steps: steps)
}
