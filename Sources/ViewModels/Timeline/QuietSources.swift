import EngineConcepts
import Foundation

/// The sources that have failed for so long that their gaps are no longer shown. Each is announced once, also over restarts.
nonisolated struct QuietSources: Equatable, Sendable {
    private var announced: Set<SupplierID> = []

    init() {}

    /// Reads a stored text, or nothing if there is none.
    init(stored text: String?) throws {
        guard let text else { return }
        announced = try JSONDecoder().decode(Set<SupplierID>.self, from: Data(text.utf8))
    }

    /// Returns the text to store.
    func stored() throws -> String {
        String(decoding: try JSONEncoder().encode(announced.sorted()), as: UTF8.self)
    }

    /// Notes the state of all sources; those that work again are forgotten.
    ///
    /// - Returns: The sources to announce now.
    mutating func note(_ snapshot: TrackSnapshot, at now: Timestamp) -> [SupplierID] {
        let quiet = Set(snapshot.suppliers.filter { $0.isFailingForLong(at: now) }.map(\.id))
        let new = quiet.subtracting(announced)
        announced = quiet
        return new.sorted()
    }
}
