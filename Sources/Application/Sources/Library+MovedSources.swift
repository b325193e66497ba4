package import EngineConcepts
package import FiberConfiguration
import ViewModels

extension Library {
    /// Returns warnings about the sources that have permanently moved to the address of another one, and so have its items.
    package func warningsOfMovedSources(_ suppliers: [SupplierStatus]) -> [SupplierID: Message] {
        let moved = MovedSources(sources, addresses: suppliers.reduce(into: [:]) { $0[$1.id] = $1.sourceAddress })
        guard !moved.others.isEmpty else { return [:] }
        let names = withCurrentNames(of: suppliers).distinctNames(of: moved.others.flatMap { [$0.key, $0.value] })
        return moved.others.reduce(into: [:]) { warnings, pair in
            let (source, other) = pair
            warnings[source] = Message(
                "sourceMovedToOther",
                [
                    "name": .text(names[source] ?? source.rawValue), "other": .text(names[other] ?? other.rawValue),
                    "id": .text(source.rawValue.shellWord),
                ])
        }
    }
}
