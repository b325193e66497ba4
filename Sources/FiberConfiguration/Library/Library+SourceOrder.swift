public import EngineConcepts

/// The order of sources, which is that of the file: as they were added, until the user changes it.
extension Library {
    /// Sorts the given sources among their own places; others stay where they are.
    public mutating func arrange(_ order: [SupplierID]) {
        let ranks = Dictionary(order.enumerated().map { ($1, $0) }) { first, _ in first }
        let indices = sources.indices.filter { ranks[sources[$0].id] != nil }
        let chosen = indices.map { sources[$0] }.sorted { ranks[$0.id, default: 0] < ranks[$1.id, default: 0] }
        var arranged = Array(sources)
        for (index, source) in zip(indices, chosen) { arranged[index] = source }
        list(arranged)
    }
}
