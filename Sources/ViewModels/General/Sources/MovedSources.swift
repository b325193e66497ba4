public import EngineConcepts
import WebText

/// The sources that have permanently moved to the address of another one, and so have its items.
public nonisolated struct MovedSources: Sendable {
    /// The source that has the new address, by the one that has moved there.
    public private(set) var others: [SupplierID: SupplierID] = [:]

    /// - Parameters:
    ///   - sources: The user's list. Paused sources do not count.
    ///   - addresses: The addresses to which sources have moved.
    public init(_ sources: [SourceDescription], addresses: [SupplierID: String]) {
        guard !addresses.isEmpty else { return }
        // Of several sources at one address, the one that has not moved has it.
        let asked = sources.filter { !$0.isPaused }
        let order = asked.filter { addresses[$0.id] == nil } + asked.filter { addresses[$0.id] != nil }
        var places: [String: SupplierID] = [:]
        for source in order {
            let place = SourceAddress.canonical(addresses[source.id] ?? source.address)
            guard let other = places[place] else {
                places[place] = source.id
                continue
            }
            if addresses[source.id] != nil { others[source.id] = other }
        }
    }
}
