public import EngineConcepts

/// The kinds of account that a program knows.
public struct AccountCatalog: Sendable {
    /// Fiber's kinds of account. A new kind is one line.
    public static let standard = AccountCatalog([MastodonAccountDescriptor(), BlueskyAccountDescriptor()])

    /// The descriptors, in the order in which they are tried.
    public let descriptors: [any AccountDescriptor]

    /// Creates a catalogue.
    public init(_ descriptors: [any AccountDescriptor]) {
        self.descriptors = descriptors
    }

    /// Returns the descriptor of a kind, or `nil` if it is unknown.
    public subscript(kind: AccountKind) -> (any AccountDescriptor)? {
        descriptors.first { $0.kind == kind }
    }

    /// Returns the clients of accounts.
    public func clients(of accounts: [Account], _ dependencies: SupplierDependencies) -> [any AccountClient] {
        accounts.compactMap { self[$0.kind]?.client(of: $0, dependencies) }
    }

    /// Finds the server that `text` means and its kind. If none has it, throws the failure of the first kind that could
    /// not tell, such as a timeout, or else of the last one.
    public func server(
        named text: String, _ dependencies: SupplierDependencies, now: Timestamp
    ) async throws(SupplierError) -> (server: AccountServer, descriptor: any AccountDescriptor) {
        var failures: [SupplierError] = []
        for descriptor in descriptors {
            do throws(SupplierError) {
                return (try await descriptor.server(named: text, dependencies, now: now), descriptor)
            } catch {
                failures.append(error)
            }
        }
        throw failures.first { $0.reason != .accountServerUnknown } ?? failures.last ?? .serverUnknown(text)
    }
}
