import EngineConcepts

/// A supplier or an account that performs actions.
enum ActionPerformer: Sendable {
    case supplier(any Supplier)
    case account(any AccountClient)

    var id: ActionPerformerID {
        switch self {
        case .supplier(let supplier): .supplier(supplier.id)
        case .account(let account): .account(account.id)
        }
    }

    var name: String {
        switch self {
        case .supplier(let supplier): supplier.name
        case .account(let account): account.name
        }
    }

    /// The supplier whose stream contains what it creates, or `nil` if unknown.
    var home: SupplierID? {
        switch self {
        case .supplier(let supplier): supplier.account?.home
        case .account(let account): account.home
        }
    }

    /// Returns the performers of a Control Unit: each supplier, and each account once.
    static func all(of controlUnit: any ControlUnit) async -> [ActionPerformer] {
        let suppliers = await controlUnit.suppliers
        let accounts = suppliers.compactMap(\.account) + (await controlUnit.accounts)
        return suppliers.map(ActionPerformer.supplier) + accounts.uniqued(by: \.id).map(ActionPerformer.account)
    }

    /// Returns the rule for repeating an action, or `nil` if it is not supported.
    func repetition(of request: RequestedAction) -> ActionRepetition? {
        switch (self, request) {
        case (.supplier(let supplier), .ticket(let action, _)): supplier.traits.actions[action.kind]
        case (.account(let account), .person(let action, _)): account.personActions[action]
        case (.account(let account), .account(let action, _)): account.accountActions[action.kind]
        case (.supplier, .person), (.supplier, .account), (.account, .ticket): nil
        }
    }

    /// Performs an action.
    ///
    /// - Parameter ticket: The ticket of an action on a ticket.
    func perform(_ action: PendingAction, on ticket: Ticket?, now: Timestamp) async -> ActionOutcome {
        func attempt<Action: Hashable & Sendable>(_ requested: Action) -> ActionRequest<Action> {
            ActionRequest(id: action.id, action: requested, requestedAt: action.requestedAt, now: now)
        }
        switch (self, action.request) {
        case (.supplier(let supplier), .ticket(let requested, _)):
            guard let ticket else { break }
            return await supplier.perform(attempt(requested), on: ticket)
        case (.account(let account), .person(let requested, let person)):
            return await account.perform(attempt(requested), on: person)
        case (.account(let account), .account(let requested, _)): return await account.perform(attempt(requested))
        case (.supplier, .person), (.supplier, .account), (.account, .ticket): break
        }
        return .refused(.unsupportedAction(of: name))
    }

    /// Returns the action that publishes the next post of a thread after its first one, or `nil` if there is none. It is
    /// refused if the source did not return the post that it replies to.
    func next(
        after action: PendingAction, _ item: SourceItem?, in home: SupplierID?, at now: Timestamp
    ) -> PendingAction? {
        guard case .account(.post(let draft), let account) = action.request else { return nil }
        let reference = item.map { item in
            PostDraft.Reference(
                post: item.source.fields[SourceLayer.PostField.target] ?? item.id,
                ticket: home.map { TicketID(supplier: $0, item: item.id) })
        }
        guard let post = draft.next(after: reference) else { return nil }
        let request = RequestedAction.account(.post(post), account)
        let error = SupplierError(.unsupported, Message("threadInterrupted", ["source": .text(name)]))
        return PendingAction(
            id: action.id.next, request: request, requestedAt: now, repetition: repetition(of: request) ?? .unsafe,
            state: reference == nil ? .refused(error) : .waiting)
    }
}
