import ArgumentParser
import EngineConcepts
import Suppliers

/// Acts on a post or a person.
struct ActCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "act",
        abstract: "Like, boost, bookmark, delete, follow and more, at the source.",
        discussion: """
            On a ticket: like, unlike, boost, unboost, bookmark, unbookmark, delete, vote, pin, unpin. On a person, by \
            the handle: follow, unfollow, mute, unmute, block, unblock.

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

    @Flag(help: "Print JSON Lines.")
    var json = false

    @Argument(help: "The action.")
    var action: ActChoice

    @Argument(help: "The ticket's id, as `fiber timeline --json` prints it, or the person's handle.")
    var target: String

    func validate() throws {
        guard action != .vote || !option.isEmpty, option.allSatisfy({ $0 > 0 }) else {
            throw ValidationError(Message("voteNeedsOption"))
        }
    }

    func run() async throws {
        try await AppContext.with(global.directories, as: "fiber act", fetching: .orFollowing) { context in
            let result = try await context.perform(OutboxRequest(acts: [try await act(context)]))
            try result.print(json: json) { Console.words(Message("actionDone", ["action": .text($0.name)])) }
        }
    }

    private func act(_ context: AppContext) async throws -> OutboxRequest.Act {
        if let personal = PersonAction(rawValue: action.rawValue) {
            let account = try context.account(named: account, option: "--as")
            guard let actor = context.actor(of: account) else {
                throw CommandFailure(.failed, Message("actionUnsupported", ["source": .text(account.id)]))
            }
            return .person(personal, try await actor.person(named: target, now: context.time.now()))
        }
        let ticket = try await context.entry(named: target).ticket
        let ticketAction: TicketAction =
            switch action {
            case .like: .like
            case .unlike: .unlike
            case .boost: visibility.map { .boostTo($0.visibility) } ?? .boost
            case .unboost: .unboost
            case .bookmark: .bookmark
            case .unbookmark: .unbookmark
            case .delete: .delete
            case .pin: .pin
            case .unpin: .unpin
            case .vote, .follow, .unfollow, .mute, .unmute, .block, .unblock: .vote(option.map { $0 - 1 })
            }
        return .ticket(ticketAction, ticket.id)
    }
}

/// An action, as typed.
enum ActChoice: String, ExpressibleByArgument, CaseIterable {
    case like, unlike, boost, unboost, bookmark, unbookmark, delete, vote, pin, unpin
    case follow, unfollow, mute, unmute, block, unblock
}
