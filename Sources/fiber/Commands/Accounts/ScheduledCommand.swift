import Application
import ArgumentParser
import EngineConcepts
import Storage
import ViewModels

/// Lists and cancels posts that servers publish later.
struct ScheduledCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "scheduled",
        abstract: "List and cancel posts that servers publish later.",
        discussion: "`fiber post --at` schedules a post. The servers are asked each time.",
        subcommands: [List.self, Cancel.self],
        defaultSubcommand: List.self)

    /// Lists posts that servers publish later.
    struct List: ReadingCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "List posts that servers publish later, with their ids and times.")

        @OptionGroup var global: GlobalOptions

        @Flag(help: "Print JSON Lines.")
        var json = false

        func run(_ context: AppContext) async throws {
            let posts = await ScheduledPosts(context)
            for (account, post) in posts.all {
                let line = ScheduledPosts.line(post, of: account, context)
                try Console.print(json ? ScheduledPosts.object(post, of: account).line : line)
            }
            if let failure = posts.failure { throw failure }
            if posts.all.isEmpty, !json { Console.report(Message("scheduledEmpty")) }
        }
    }

    /// Cancels posts that servers would publish later.
    struct Cancel: ContextCommand {
        static let configuration = CommandConfiguration(
            commandName: "cancel",
            abstract: "Cancel a post that a server would publish later.",
            discussion: """
                The post becomes a draft with its audience, warning, language and poll, and with the post that it replies to. \
                Attached files are not in the draft.
                """)

        @OptionGroup var global: GlobalOptions

        @Option(help: "The account of the post; needed if several have one of this id.")
        var account: String?

        @Argument(help: "The post's id, as `fiber scheduled` prints it. Several are allowed.")
        var ids: [String]

        func run(_ context: AppContext) async throws {
            let selectedAccount = try account.map { try context.account(named: $0, option: "--account") }
            let owner = selectedAccount.flatMap { context.client(of: $0)?.id }
            let posts = await ScheduledPosts(context)
            for id in ids {
                let found = posts.all.filter { $0.post.id == id && (owner == nil || $0.account.id == owner) }
                guard let (account, post) = found.first else {
                    throw posts.failure
                        ?? CommandFailure(Message("scheduledUnknown", ["id": .text(id)]))
                }
                guard found.count == 1 else {
                    throw CommandFailure(Message("scheduledAmbiguous", ["id": .text(id)]))
                }
                let draft = StoredDraft(cancelled: post, by: account.id, at: context.time.now())
                let setting = try draft.setting
                // Stored first, since the server does not have the text afterwards.
                try await context.store.setSetting(setting.name, to: setting.value)
                do {
                    try await account.cancelScheduled(id, now: context.time.now())
                } catch {
                    try await context.store.setSetting(setting.name, to: nil)
                    throw error
                }
                try Console.print(Message(post.media > 0 ? "scheduledCancelledMedia" : "scheduledCancelled"))
            }
        }
    }
}

/// The posts that the servers of the accounts publish later.
struct ScheduledPosts {
    /// The posts in the order of their times.
    private(set) var all: [(account: any AccountClient, post: ScheduledPost)] = []
    /// The failure of the first server that could not be asked, or `nil` if all answered.
    private(set) var failure: CommandFailure?

    /// Asks the servers.
    init(_ context: AppContext) async {
        for client in context.clients {
            do {
                all += try await client.scheduledPosts(now: context.time.now()).map { (client, $0) }
            } catch {
                let values: [String: Message.Argument] = [
                    "account": .text(client.name), "reason": .message(error.message),
                ]
                failure = failure ?? CommandFailure(Message("scheduledUnread", values))
            }
        }
        all.sort { ($0.post.time, $0.post.id) < ($1.post.time, $1.post.id) }
    }

    /// Returns a time ahead as people read it.
    static func text(_ time: Timestamp, _ context: AppContext) -> String {
        TimeTexts(zone: SystemZone(), localizer: Console.localizer).ahead(time, at: context.time.now())
    }

    /// Returns a post as one line: its identity, its time, its account, and the beginning of its text.
    static func line(_ post: ScheduledPost, of account: any AccountClient, _ context: AppContext) -> String {
        "\(post.id)  \(text(post.time, context))  \(account.name)  \(post.text.quotedBeginning)"
    }

    static func object(_ post: ScheduledPost, of account: any AccountClient) -> JSONObject {
        [
            "type": "scheduled", "id": post.id, "account": account.id.rawValue, "time": post.time.rfc3339,
            "text": post.text, "visibility": post.draft.visibility?.rawValue, "warning": post.draft.contentWarning,
            "replyTo": post.draft.inReplyTo?.post, "media": post.media,
        ]
    }
}
