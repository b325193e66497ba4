import EngineConcepts
import Networking
import WebText

/// A supplier of a command's output: a feed or JSON Lines, produced anew by every run.
struct CommandSupplier: Supplier {
    let id: SupplierID
    let name: String
    let presenter: any Presenter
    private let address: CommandAddress
    private let dependencies: SupplierDependencies
    private let actions: CommandActions?

    /// Creates a supplier of the items that a command prints.
    ///
    /// - Parameter actions: Performs actions on its tickets, or `nil` if it supports none.
    init(
        id: SupplierID, name: String?, address: CommandAddress, actions: CommandActions?,
        dependencies: SupplierDependencies
    ) {
        self.id = id
        self.name = name ?? address.program
        self.address = address
        self.dependencies = dependencies
        self.actions = actions
        presenter = DocumentPresenter(source: self.name)
    }

    var kind: SupplierKind { .command }

    /// A window on the command's current output.
    var traits: SupplierTraits {
        SupplierTraits(
            shape: .window, pagesOlder: false, maximumPageItems: 1000,
            actions: actions == nil ? [:] : CommandActions.actions)
    }

    func perform(_ request: ActionRequest<TicketAction>, on ticket: Ticket) async -> ActionOutcome {
        guard let actions else { return .refused(.unsupportedAction(of: name)) }
        return await actions.perform(request, on: ticket, of: name)
    }

    /// Runs the command and returns the items that it prints.
    func fetch(_ request: FetchRequest) async throws(SupplierError) -> FetchAnswer {
        guard case .newest = request.origin else { throw .readsNewestOnly(name) }
        let output = try await dependencies.commands.output(of: address.words, input: try await input(at: request.now))
        return try await read(output, request)
    }

    /// Parses the output. Concurrent, because that takes milliseconds and must not block an actor.
    @concurrent
    private func read(_ output: [UInt8], _ request: FetchRequest) async throws(SupplierError) -> FetchAnswer {
        let memory = String(DocumentDigest(of: output).value)
        let budget = dependencies.polling.budget(after: request.now)
        if request.memory == memory { return FetchAnswer(isUnchanged: true, budget: budget) }
        var answer = try FetchAnswer(
            reading: output, of: .message(Message("printed", ["program": .text(address.program)])),
            maximumItems: dependencies.maximumItems, at: request.now)
        answer.memory = memory
        answer.budget = budget
        return answer
    }

    /// Returns the input of the command: the document that it transforms, or nothing.
    private func input(at now: Timestamp) async throws(SupplierError) -> [UInt8] {
        guard let documentURL = address.documentURL else { return [] }
        return try await dependencies.transport.send(TransportRequest(documentURL)) { response throws(SupplierError) in
            guard response.isSuccess else { throw HTTPStatus.error(response, now: now) }
            return try await response.body.collect()
        }
    }
}
