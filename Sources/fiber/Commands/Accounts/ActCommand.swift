import Application
import ArgumentParser
import EngineConcepts
import FiberConfiguration
import Suppliers
import ViewModels

/// Acts on a post or a person.
struct ActCommand: SendingCommand {
    static let processName = "fiber act"
    static let configuration = CommandConfiguration(
        commandName: "act",
        abstract: "Like, boost, bookmark, delete, follow and more, at the source.",
        discussion: """
            On an item: like, unlike, boost, unboost, bookmark, unbookmark, delete, vote, pin, unpin. On a person, by \
            the handle: follow, unfollow, mute, unmute, block, unblock; with --everywhere, on all accounts of a person \
            that `fiber people` has linked.

            Actions go through the outbox: if the source cannot be reached, they are kept and sent later, and the exit \
            status is 1.
            """)

    @OptionGroup var global: GlobalOptions

    @Option(name: .customLong("as"), help: "The account that acts on a person; needed if there are several.")
    var account: String?

    @Option(help: "With vote: the number of an answer, from 1. Can be repeated.")
    var option: [Int] = []

    @Option(help: "With boost: who sees it (unlisted or followers). The default is the account's.")
    var visibility: VisibilityChoice?

    @Flag(help: "Act on all accounts of the person with this name or handle, through an account at each network.")
    var everywhere = false

    @Flag(help: "Print JSON Lines.")
    var json = false

    @Argument(help: "The action.")
    var action: ActChoice

    @Argument(help: "The item's id, as `fiber timeline --json` prints it, or the person's handle.")
    var target: String

    func validate() throws {
        guard action != .vote || !option.isEmpty, option.allSatisfy({ $0 > 0 }) else {
            throw ValidationError(Message("voteNeedsOption"))
        }
        guard everywhere else { return }
        guard account == nil, case .person = meaning else {
            throw ValidationError(Message("everywhereNeedsPerson"))
        }
    }

    func run(_ context: AppContext) async throws {
        if everywhere, case .person(let action) = meaning { return try await actEverywhere(action, context) }
        let result = try await context.perform(OutboxRequest(acts: [try await act(context)]))
        try result.print(json: json)
    }

    /// Acts on each author of a person through the first account at the author's network that is not the author, where it
    /// changes something. Says who was left out, and why.
    private func actEverywhere(_ action: PersonAction, _ context: AppContext) async throws {
        let people = await context.notes.state().people
        let key = await context.notes.keys.key(target)
        guard let person = people.person(named: target) ?? key.flatMap({ people.person(with: $0) }) else {
            throw CommandFailure(Message("personWasMissing", ["author": .text(target)]))
        }
        let pending = await context.engine.pendingActions
        let clients = try context.accounts.accounts().compactMap { context.client(of: $0) }
        var acts: [OutboxRequest.Act] = []
        var (isComplete, isReached) = (true, false)
        for identity in person.identities {
            do {
                switch try await step(action, on: identity, by: clients, after: pending, context) {
                case .act(let act): acts.append(act)
                case .leftOut(let reason):
                    Console.note(reason)
                    if reason.key != "personNotReached" { isReached = true }
                }
            } catch {
                Console.report(error)
                isComplete = false
            }
        }
        guard !acts.isEmpty || isReached else {
            throw CommandFailure(Message("personUnreachable", ["name": .text(person.name)]))
        }
        if !acts.isEmpty {
            let result = try await context.perform(OutboxRequest(acts: acts))
            try result.print(json: json)
        }
        guard isComplete else {
            throw CommandFailure(Message("personPartlyReached", ["name": .text(person.name)]))
        }
    }

    /// The part of an action everywhere that concerns one author.
    private enum Step {
        case act(OutboxRequest.Act)
        /// Nothing is sent, for this reason.
        case leftOut(Message)
    }

    private func step(
        _ action: PersonAction, on identity: LinkedPerson.Identity, by clients: [any AccountClient],
        after pending: [PendingAction], _ context: AppContext
    ) async throws -> Step {
        let reaching = clients.compactMap { client in
            client.handle(for: identity.key).map { (client: client, handle: $0) }
        }
        let author = Message.Argument.text(identity.text)
        guard !reaching.isEmpty else { return .leftOut(Message("personNotReached", ["author": author])) }
        for (client, handle) in reaching {
            let found = try await client.personWithRelation(named: handle, now: context.time.now())
            switch found.effect(of: action, after: pending) {
            case .own: continue
            case .unchanged:
                return .leftOut(Message("personUnchangedBy", ["author": author, "account": .text(client.name)]))
            case .change: return .act(.person(action, found.person))
            }
        }
        return .leftOut(Message("personIsAccount", ["author": author]))
    }

    private func act(_ context: AppContext) async throws -> OutboxRequest.Act {
        switch meaning {
        case .ticket(let action): return .ticket(action, try await context.entry(named: target).ticket.id)
        case .person(let action):
            let account = try context.account(named: account, option: "--as")
            guard let client = context.client(of: account) else {
                throw CommandFailure(Message("actionUnsupported", ["source": .text(account.id)]))
            }
            return .person(action, try await client.person(named: target, now: context.time.now()))
        }
    }

    /// The action, by what it is on.
    private enum Meaning {
        case ticket(TicketAction)
        case person(PersonAction)
    }

    private var meaning: Meaning {
        switch action {
        case .like: .ticket(.like)
        case .unlike: .ticket(.unlike)
        case .boost: .ticket(visibility.map { TicketAction.boostTo($0.visibility) } ?? .boost)
        case .unboost: .ticket(.unboost)
        case .bookmark: .ticket(.bookmark)
        case .unbookmark: .ticket(.unbookmark)
        case .delete: .ticket(.delete)
        case .vote: .ticket(.vote(option.map { $0 - 1 }))
        case .pin: .ticket(.pin)
        case .unpin: .ticket(.unpin)
        case .follow: .person(.follow)
        case .unfollow: .person(.unfollow)
        case .mute: .person(.mute)
        case .unmute: .person(.unmute)
        case .block: .person(.block)
        case .unblock: .person(.unblock)
        }
    }
}

/// An action, as typed.
enum ActChoice: String, ExpressibleByArgument, CaseIterable {
    case like, unlike, boost, unboost, bookmark, unbookmark, delete, vote, pin, unpin
    case follow, unfollow, mute, unmute, block, unblock
}
