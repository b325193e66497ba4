import EngineConcepts
import Synchronization

/// The relations of the sample's account to people, by their handles, as long as the program runs. Everybody in the sample
/// is followed at the start.
final class SampleRelations: Sendable {
    private let changedRelations = Mutex<[String: PersonRelation]>([:])

    func relation(to handle: String) -> PersonRelation {
        changedRelations.withLock { $0[handle.lowercased()] } ?? Self.initial(handle)
    }

    func perform(_ action: PersonAction, on handle: String) {
        let previous = relation(to: handle)
        changedRelations.withLock { $0[handle.lowercased()] = previous.after(action) }
    }

    static func number(of handle: String) -> Int {
        handle.lowercased().utf8.reduce(7) { ($0 * 31 + Int($1)) % 1_000_003 }
    }

    private static func initial(_ handle: String) -> PersonRelation {
        .other(PersonRelation.Ties(.following, followsBack: number(of: handle).isMultiple(of: 3)))
    }
}
