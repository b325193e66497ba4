import EngineConcepts

/// The account of a server of a social network, which performs actions on people and publishes posts.
protocol SocialClient: AccountClient {
    associatedtype Server: SocialServer

    var server: Server { get }
    var account: Account { get }

    init(server: Server, account: Account)

    /// Performs an action on a person.
    func carryOut(_ request: ActionRequest<PersonAction>, on person: Person) async throws(ActionFailure)

    /// Performs an action of the account. Returns the created post, or `nil` if there is none or it cannot be read.
    func carryOut(_ request: ActionRequest<AccountAction>) async throws(ActionFailure) -> SourceItem?
}

extension SocialClient {
    /// Creates the client of the server's account. Returns `nil` if it has none.
    init?(_ server: Server) {
        guard let account = server.account else { return nil }
        self.init(server: server, account: account)
    }

    var id: AccountID { AccountID("\(account.kind.rawValue):\(account.id)") }

    var name: String { account.handle }

    var home: SupplierID? { server.shared.supplier(of: .home) }

    var notifications: SupplierID? { server.shared.supplier(of: .notifications) }

    /// All actions. Each sets a switch, so a repetition does no harm.
    var personActions: [PersonAction: ActionRepetition] {
        Dictionary(uniqueKeysWithValues: PersonAction.allCases.map { ($0, .safe) })
    }

    func perform(_ request: ActionRequest<PersonAction>, on person: Person) async -> ActionOutcome {
        do throws(ActionFailure) {
            try await carryOut(request, on: person)
            return .done(nil)
        } catch {
            return error.outcome
        }
    }

    func perform(_ request: ActionRequest<AccountAction>) async -> ActionOutcome {
        do throws(ActionFailure) {
            return .done(try await carryOut(request))
        } catch {
            return error.outcome
        }
    }
}
