import Application
import ArgumentParser
import EngineConcepts
import Storage
import ViewModels

/// Lists and cancels posts that servers publish later.
struct ScheduledCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "scheduled", abstract: "List and cancel posts that servers publish later.",
        discussion: "`fiber post --at` schedules a post. The servers are asked each time.",
        subcommands: [List.self, Cancel.self], defaultSubcommand: List.self)

    struct List: ReadingCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "List posts that servers publish later, with their ids and times.")

        @OptionGroup var global: GlobalOptions
        @OptionGroup var output: OutputOptions

        func run(_ context: AppContext) async throws {
            let posts = await ScheduledPosts(of: context.clients, at: context.time.now())
            for (account, post) in posts.all {
                let time = ScheduledPosts.text(post.time, context)
                try output.form.print(
                    [
                        "type": "scheduled", "id": post.id, "account": account.id.rawValue, "time": post.time.rfc3339,
                        "text": post.text, "visibility": post.draft.visibility?.rawValue,
                        "warning": post.draft.contentWarning, "replyTo": post.draft.inReplyTo?.post,
                        "media": post.media,
                    ], or: "\(post.id)  \(time)  \(account.name)  \(post.text.quotedBeginning)")
            }
            if let failure = posts.failure { throw failure }
            if posts.all.isEmpty { output.form.inform(Message("scheduledEmpty")) }
        }
    }

    struct Cancel: ContextCommand {
        static let configuration = CommandConfiguration(
            commandName: "cancel", abstract: "Cancel a post that a server would publish later.",
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
            let posts = await ScheduledPosts(of: context.clients, at: context.time.now())
            for id in ids {
                let post = try await posts.cancel(id, of: owner, at: context.time.now(), keepingIn: context.store)
                try Console.print(Message(post.media > 0 ? "scheduledCancelledMedia" : "scheduledCancelled"))
            }
        }
    }
}

extension ScheduledPosts {
    /// Returns a time ahead as people read it.
    static func text(_ time: Timestamp, _ context: AppContext) -> String {
        TimeTexts(zone: SystemZone(), localizer: Console.localizer).ahead(time, at: context.time.now())
    }
}
