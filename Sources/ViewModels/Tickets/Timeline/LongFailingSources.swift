import EngineConcepts

/// The sources that have failed for so long that their gaps are no longer shown. Each is announced once, also over restarts.
nonisolated struct LongFailingSources: Equatable, Sendable {
    /// The sources that were announced and have not worked since.
    private(set) var announced: Set<SupplierID> = []

    /// Adopts the state of all sources; those that work again are forgotten.
    ///
    /// - Returns: The sources to announce now.
    mutating func update(with snapshot: TrackSnapshot, at now: Timestamp) -> [SupplierID] {
        let failing = Set(snapshot.suppliers.filter { $0.isFailingForLong(at: now) }.map(\.id))
        let new = failing.subtracting(announced)
        announced = failing
        return new.sorted()
    }
}
