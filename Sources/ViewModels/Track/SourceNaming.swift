public import EngineConcepts
import WebText

/// The names and addresses in the user's list of sources, by which screens and messages name the sources.
public nonisolated struct SourceNaming: Equatable, Sendable {
    /// The names that the user gave.
    public var names: [SupplierID: String] = [:]
    /// The addresses, without users and passwords.
    public var addresses: [SupplierID: String] = [:]
    /// The names that suppliers have if there is only the address.
    private var addressNames: [SupplierID: String] = [:]

    /// Creates the naming by a list.
    public init(_ sources: [SourceDescription] = []) {
        for source in sources {
            names[source.id] = source.name
            addresses[source.id] = source.shownAddress
            if source.name == nil { addressNames[source.id] = source.shownName }
        }
    }

    /// Returns the name by which queries find a source: the user's, or else the one that the source gave itself (which may
    /// have arrived after the supplier was made), or else the supplier's. Returns `nil` if there is only the address.
    func name(of status: SupplierStatus) -> String? {
        names[status.id] ?? status.sourceName ?? (status.name == addressNames[status.id] ? nil : status.name)
    }
}

nonisolated extension Sequence<SupplierStatus> {
    /// Returns the states by identity, under the names of screens and messages: those by which queries find the sources, or
    /// else their addresses. Namesakes have their host or address appended.
    ///
    /// - Parameter naming: The user's list; see ``SessionLabels/naming``.
    public func named(by naming: SourceNaming) -> [SupplierID: SupplierStatus] {
        var statuses: [SupplierID: SupplierStatus] = [:]
        for var status in self where statuses[status.id] == nil {
            if let name = naming.name(of: status) { status.name = name }
            statuses[status.id] = status
        }
        let distinct = DistinctNames.of(statuses.mapValues(\.name)) { id in
            guard let address = naming.addresses[id] else { return [] }
            return [WebAddress.endpoint(of: address), String(DisplayAddress.bare(address)), address].compactMap(\.self)
        }
        for (id, name) in distinct where statuses[id]?.name != name { statuses[id]?.name = name }
        return statuses
    }
}
