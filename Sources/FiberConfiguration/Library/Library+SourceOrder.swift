public import EngineConcepts

/// The order of sources, which is that of the file: as they were added, until the user changes it.
extension Library {
    /// Sorts the given sources among their own places; others stay where they are.
    public mutating func arrange(_ order: [SupplierID]) {
        let ranks = Dictionary(order.enumerated().map { ($1, $0) }) { first, _ in first }
        sources.arrange { ranks[$0.id] }
    }
}
