package import EngineConcepts
package import FiberConfiguration
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
}
