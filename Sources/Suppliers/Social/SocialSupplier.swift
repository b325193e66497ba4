import EngineConcepts

/// A supplier of a timeline of a social network. Its extension has what all networks have in common.
protocol SocialSupplier: Supplier {
    associatedtype Address: SocialAddress
    associatedtype Client: SocialClient

    var address: Address { get }
    var server: Client.Server { get }
    /// The time after which an item of its time can still appear.
    var lateness: Duration { get }

    init(id: SupplierID, name: String, address: Address, server: Client.Server, polling: FeedPolling)

    /// Performs an action on a post of a ticket. Returns the changed or new post, or `nil` if the timeline has no such item.
    func carryOut(
        _ request: ActionRequest<TicketAction>, on post: String, of ticket: Ticket, by account: Account
    ) async throws(ActionFailure) -> SourceItem?
}

extension SocialSupplier {
    var presenter: any Presenter { PostPresenter() }

    /// The account's client, which all suppliers of the account share.
    var account: (any AccountClient)? { Client(server) }

    /// Fails if the server has refused the account in this fill.
    func poolSetup() async throws(SupplierError) {
        try server.shared.beginFill()
    }

    func poolCleanup() async {
        server.shared.endFill()
    }

    func perform(_ request: ActionRequest<TicketAction>, on ticket: Ticket) async -> ActionOutcome {
        guard let account = server.account else { return .refused(.accountNeeded(name)) }
        guard let post = ticket.post ?? (address.timeline.hasNotifications ? nil : ticket.id.item) else {
            return .refused(SupplierError(.unsupported, Message("actionNeedsPost")))
        }
        do throws(ActionFailure) {
            return .done(try await carryOut(request, on: post, of: ticket, by: account))
        } catch {
            return error.outcome
        }
    }

    // MARK: Answers

    func claims(from start: Timestamp, downTo end: Timestamp) -> [Claim] {
        [Claim](from: start, downTo: end, .heuristic(lateness: lateness))
    }

    /// Returns a whole thread as one page, newest first. Servers send threads in one answer.
    func answer(
        ofThread items: [SourceItem], _ filtered: [FilteredAtSource], budget: FetchBudget, to request: FetchRequest
    ) -> FetchAnswer {
        FetchAnswer(
            items: items.sorted {
                ($0.orderTime ?? .beginningOfTime, $0.id) > ($1.orderTime ?? .beginningOfTime, $1.id)
            },
            claims: claims(from: request.start, downTo: .beginningOfTime), end: .trueEnd, filtered: filtered,
            budget: budget, sourceName: name)
    }
}
