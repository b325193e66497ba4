package import EngineConcepts
import FeedParsing
import Suppliers
package import ViewModels

/// Adds the first sources to the user's library while the sample timeline is open.
package struct OnboardingService: FirstSourceAdding {
    let followed: SourceService
    let accounts: AccountService
    let labels: LabelService

    package init(followed: SourceService, accounts: AccountService, labels: LabelService) {
        self.followed = followed
        self.accounts = accounts
        self.labels = labels
    }

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
            let server = try await accounts.server(named: address).server
            guard server.person == nil else { return nil }
            return SupplierError(.unsupported, Message("addressIsServer", ["host": .text(server.handleHost)]))
        } catch {
            // The address is simply no feed.
            return nil
        }
    }

    package func follow(listAt path: String) async throws -> ListOutcome {
        let list: SubscriptionList
        do {
            list = try SubscriptionList.read(try InputFile.readList(path.absolutePath))
        } catch let error as SubscriptionListError {
            throw SupplierError(.unsupported, error.message(about: .text(path)))
        }
        let listImport = ListImport(list, takesLocal: false)
        let (count, topicWarnings) = try await listImport.follow(in: followed, labels)
        let damage = list.syntaxError.map { [$0.warning(onList: .text(path))] } ?? []
        return ListOutcome(
            count: count, warnings: damage + list.notes + listImport.refusals + listImport.warnings + topicWarnings)
    }
}
