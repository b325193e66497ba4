package import EngineConcepts
import Suppliers
package import ViewModels

/// Adds the first sources to the user's library while the sample timeline is open.
package struct FirstSourceService: FirstSourceAdding {
    private let followed: SourceService

    package init(followed: SourceService) { self.followed = followed }

    package func follow(_ address: String) async throws -> SourceDescription {
        do {
            return try await followed.add(address)
        } catch let error as SupplierError where error.reason == .noFeedFound {
            throw await signInNeeded(at: address) ?? error
        }
    }

    /// Names the sign-in if the address is that of a server with accounts, or returns `nil`.
    private func signInNeeded(at address: String) async -> SupplierError? {
        do {
            let server = try await AccountService(sources: followed).server(named: address).server
            guard server.person == nil else { return nil }
            return SupplierError(.unsupported, Message("addressIsServer", ["host": .text(server.handleHost)]))
        } catch {
            // The address is simply no feed.
            return nil
        }
    }

    package func follow(listAt path: String) async throws -> ListOutcome { try await followed.follow(listAt: path) }
}
