import EngineConcepts
import WebText

/// A list of items that a service offers under an address such as `hn:front`.
protocol ServiceList {
    /// The address, in the form to store.
    var address: String { get }
    /// The name of the list if the service has none for it.
    var name: String { get }
}

/// The descriptor of a service whose sources are lists, such as Hacker News.
protocol ServiceDescriptor: SourceDescriptor {
    associatedtype List: ServiceList

    /// The base of the addresses of the service's API, without a slash at the end, unless a test sets another one.
    static var defaultBaseAddress: String { get }

    /// Returns the list at `address`, or throws if the service has none there.
    func list(_ address: String) throws(SupplierError) -> List

    /// Creates the supplier of `list`, which sends its requests to the API at `baseAddress`.
    func supplier(
        _ id: SupplierID, name: String, of list: List, at baseAddress: String, dependencies: SupplierDependencies
    ) -> any Supplier

    /// Throws if the answer to the first request shows that the list does not exist.
    func check(_ answer: FetchAnswer, of list: List) throws(SupplierError)
}

extension ServiceDescriptor {
    func check(_ answer: FetchAnswer, of list: List) throws(SupplierError) {}

    func name(at address: String, among accounts: AccountDirectory, home: String?) throws(SupplierError) -> String? {
        try list(address).name
    }

    func supplier(
        for source: SourceDescription, _ dependencies: SupplierDependencies
    ) throws(SupplierError) -> any Supplier {
        let list = try list(source.address)
        return supplier(
            source.id, name: source.name ?? list.name, of: list, at: baseAddress(dependencies),
            dependencies: dependencies)
    }

    func probe(
        _ address: String, _ dependencies: SupplierDependencies, now: Timestamp
    ) async throws(SupplierError) -> SourceProbe {
        let list = try list(address)
        let id = kind.id.sourceID(for: list.address)
        let answer = try await supplier(
            id, name: list.name, of: list, at: baseAddress(dependencies), dependencies: dependencies
        )
        .fetch(FetchRequest(origin: .newest, maximumItems: 1, now: now))
        try check(answer, of: list)
        return .source(SourceDescription(id: id, address: list.address, name: answer.sourceName ?? list.name))
    }

    private func baseAddress(_ dependencies: SupplierDependencies) -> String {
        dependencies.serviceAddresses[kind.id] ?? Self.defaultBaseAddress
    }
}
