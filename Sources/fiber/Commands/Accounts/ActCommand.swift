import Application
import ArgumentParser
import EngineConcepts

/// Acts on a post or a person.
struct ActCommand: SendingCommand {
    static let processName = "fiber act"
    static let configuration = CommandConfiguration(
        commandName: "act", abstract: "Like, boost, bookmark, delete, follow and more, at the source.",
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

    @Option(help: "With boost: who sees it. The default is the account's.")
    var visibility: BoostVisibility?

    @Flag(help: "Act on all accounts of the person with this name or handle, through an account at each network.")
    var everywhere = false

    @OptionGroup var output: OutputOptions

    @Argument(help: "The action.")
    var action: ActChoice

    @Argument(help: "The item's id, as `fiber timeline --json` prints it, or the person's handle.")
    var target: String

    func validate() throws {
        guard action != .vote || !option.isEmpty, option.allSatisfy({ $0 > 0 }) else {
            throw ValidationError(Message("voteNeedsOption"))
        }
        if everywhere {
            guard account == nil, case .person = meaning else {
                throw ValidationError(Message("everywhereNeedsPerson"))
            }
        }
        if action != .vote, !option.isEmpty { throw unused("--option") }
        if action != .boost, visibility != nil { throw unused("--visibility") }
        if account != nil, case .ticket = meaning { throw unused("--as") }
    }

    /// Returns the error of an option that the action does not take.
    private func unused(_ option: String) -> ValidationError {
        ValidationError(Message("optionNotOfAction", ["option": .text(option), "action": .text(action.rawValue)]))
    }

    func run(_ context: AppContext) async throws {
        let (acts, failure) = try await acts(context)
        if !acts.isEmpty { try await context.runOrForward(OutboxRequest(acts: acts)).print(as: output.form) }
        if let failure { throw failure }
    }

    private func acts(_ context: AppContext) async throws -> LinkedPersonActions.Plan {
        switch meaning {
        case .ticket(let action): return ([.ticket(action, try await context.entry(named: target).ticket.id)], nil)
        case .person(let action) where everywhere:
            return try await LinkedPersonActions(context).plan(action, on: target)
        case .person(let action):
            let account = try context.account(named: account, option: "--as")
            guard let client = context.client(of: account) else {
                throw CommandFailure(Message("actionUnsupported", ["source": .text(account.id)]))
            }
            return ([.person(action, try await client.person(named: target, now: context.time.now()))], nil)
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
        case .boost: .ticket(visibility.map { TicketAction.boostTo($0.audience) } ?? .boost)
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

/// The people who can see a boost, as typed: it mentions nobody, so it cannot be for those who are mentioned.
enum BoostVisibility: String, ExpressibleByArgument, CaseIterable {
    case everyone = "public"
    case unlisted
    case followers

    fileprivate var audience: PostDraft.Visibility {
        switch self {
        case .everyone: .everyone
        case .unlisted: .unlisted
        case .followers: .followers
        }
    }
}

/// An action, as typed.
enum ActChoice: String, ExpressibleByArgument, CaseIterable {
    case like, unlike, boost, unboost, bookmark, unbookmark, delete, vote, pin, unpin
    case follow, unfollow, mute, unmute, block, unblock
}
