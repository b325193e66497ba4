package import EngineConcepts
package import FiberConfiguration
import Storage
import Suppliers
import WebText

extension Library {
    /// Returns the name of a source as rows show it. Messages take ``distinctName(of:)``.
    package func shownName(of supplier: SupplierID) -> String {
        source(supplier)?.shownName ?? supplier.rawValue
    }

    /// Returns distinct names of the sources: those of equal name get their host appended, or their address if the hosts are
    /// equal.
    package func distinctNames(of suppliers: some Sequence<SupplierID>) -> [SupplierID: String] {
        let names = DistinctNames.of(shownNames) { id in
            guard let source = source(id) else { return [] }
            return [
                SourceCatalog.standard.endpoint(of: source.address), String(DisplayAddress.bare(source.shownAddress)),
                source.shownAddress,
            ]
            .compactMap(\.self)
        }
        return suppliers.reduce(into: [:]) { $0[$1] = names[$1] ?? $1.rawValue }
    }

    /// Returns the name of a source in messages, distinct from those of other sources.
    package func distinctName(of supplier: SupplierID) -> String {
        distinctNames(of: [supplier])[supplier] ?? supplier.rawValue
    }

    /// Returns the library with the names that sources have by now, where the user gave none: their own, or those that
    /// screens make of their addresses, such as the program of a command.
    func withCurrentNames(of suppliers: [SupplierStatus]) -> Library {
        let own: [SupplierID: String] = suppliers.reduce(into: [:]) { names, status in
            let isAddress = status.name == source(status.id)?.shownName
            names[status.id] = status.sourceName ?? (isAddress ? nil : status.name)
        }
        return named(by: own)
    }

    /// Returns the names that sources gave themselves, where the user gave none.
    func ownNames(of suppliers: [SupplierStatus]) -> [SupplierID: String] {
        suppliers.reduce(into: [:]) { names, status in
            if let source = source(status.id), source.name == nil { names[status.id] = status.sourceName }
        }
    }

    /// Returns the names that sources gave themselves, as far as they are stored, where the user gave none. Reads the record
    /// only if there are such sources.
    func ownNames(in store: TrackDatabase) async throws -> [SupplierID: String] {
        let unnamed = sources.filter { $0.name == nil }
        guard !unnamed.isEmpty else { return [:] }
        let states = try await store.record().supplierStates
        return unnamed.reduce(into: [:]) { names, source in names[source.id] = states[source.id]?.sourceName }
    }
}
