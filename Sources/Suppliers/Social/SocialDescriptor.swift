import EngineConcepts
import WebText

/// The descriptor of a social network, whose sources are timelines of accounts and of servers.
protocol SocialDescriptor: SourceDescriptor {
    associatedtype Source: SocialSupplier

    /// Returns the server to ask. Throws for an account that is not known.
    func server(
        of address: Source.Address, _ dependencies: SupplierDependencies
    ) throws(SupplierError) -> Source.Client.Server

    /// Returns the name of a source that the user has not named.
    func name(of address: Source.Address, among accounts: AccountDirectory) -> String

    /// Returns the address to store and the name, as the server knows them.
    func found(
        _ address: Source.Address, at server: Source.Client.Server, among accounts: AccountDirectory, now: Timestamp
    ) async throws(SupplierError) -> (address: Source.Address, name: String)
}

extension SocialDescriptor {
    func completed(_ address: String, _ dependencies: SupplierDependencies) -> String {
        do {
            return try Source.Address.resolving(address, among: dependencies.accounts).text
        } catch {
            // The source is not known by this address, and the message about that names it.
            return address
        }
    }

    func name(at address: String, among accounts: AccountDirectory, home: String?) throws(SupplierError) -> String? {
        name(of: try Source.Address.resolving(address, among: accounts), among: accounts)
    }

    func supplier(
        for source: SourceDescription, _ dependencies: SupplierDependencies
    ) throws(SupplierError) -> any Supplier {
        let address = try Source.Address.resolving(source.address, among: dependencies.accounts)
        let server = try server(of: address, dependencies)
        server.shared.setTimeline(address.ownTimeline, of: source.id)
        return Source(
            id: source.id, name: source.name ?? name(of: address, among: dependencies.accounts), address: address,
            server: server, polling: dependencies.polling)
    }

    /// Asks the server for the newest items.
    func probe(
        _ address: String, _ dependencies: SupplierDependencies, now: Timestamp
    ) async throws(SupplierError) -> SourceProbe {
        let meant = try Source.Address.resolving(address, among: dependencies.accounts)
        let server = try server(of: meant, dependencies)
        let found = try await found(meant, at: server, among: dependencies.accounts, now: now)
        let source = SourceDescription(
            id: kind.id.sourceID(for: found.address.text), address: found.address.text, name: found.name)
        let supplier = Source(
            id: source.id, name: found.name, address: found.address, server: server, polling: dependencies.polling)
        let answer = try await supplier.fetch(FetchRequest(origin: .newest, now: now))
        return .source(source, warning: answer.warning)
    }
}
