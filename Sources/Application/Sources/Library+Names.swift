package import EngineConcepts
package import FiberConfiguration
import Foundation
import Storage
import Suppliers
import WebText

extension Library {
    /// Returns the name of a source as rows show it. Messages take ``distinctName(of:)``.
    package func shownName(of supplier: SupplierID) -> String { source(supplier)?.shownName ?? supplier.rawValue }

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

    /// Returns the library with the names that sources have by now, where the user gave none; see ``currentNames(own:)``.
    func withCurrentNames(of suppliers: [SupplierStatus]) -> Library {
        named(by: currentNames(own: suppliers.ownNames))
    }

    /// Returns the names of the sources that the user has not named: those that they gave themselves, or else those made of
    /// their addresses, such as the program of a command. A source that has only its address is left out.
    ///
    /// Labels, searches and the output of commands know sources by these names, and screens by the same ones, which
    /// `SourceNaming` finds.
    func currentNames(own ownNames: [SupplierID: String]) -> [SupplierID: String] {
        let accounts = AccountDirectory(accounts)
        let home = ProcessInfo.processInfo.environment["HOME"]
        return sources.reduce(into: [:]) { names, source in
            guard source.name == nil else { return }
            names[source.id] =
                ownNames[source.id]
                ?? SourceCatalog.standard.name(at: source.address, among: accounts, home: home)
        }
    }

    /// Returns the names that sources gave themselves by now, where the user gave none.
    func ownNames(of suppliers: [SupplierStatus]) -> [SupplierID: String] {
        let unnamed = Set(sources.lazy.filter { $0.name == nil }.map(\.id))
        return suppliers.ownNames.filter { unnamed.contains($0.key) }
    }

    /// Returns the current names by the stored states of sources. Reads the record only if there are sources without a name.
    func currentNames(in store: TrackDatabase) async throws -> [SupplierID: String] {
        guard sources.contains(where: { $0.name == nil }) else { return [:] }
        return currentNames(own: try await store.record().supplierStates.compactMapValues(\.sourceName))
    }
}

extension [SupplierStatus] {
    /// The names that the sources gave themselves.
    fileprivate var ownNames: [SupplierID: String] { reduce(into: [:]) { $0[$1.id] = $1.sourceName } }
}
