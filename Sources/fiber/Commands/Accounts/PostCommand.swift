import Application
import ArgumentParser
import EngineConcepts
import EngineStandard
import FiberConfiguration
import Foundation
import Networking
import ViewModels

/// Publishes a post.
struct PostCommand: SendingCommand {
    static let processName = "fiber post"
    static let configuration = CommandConfiguration(
        commandName: "post",
        abstract: "Publish a post.",
        discussion: """
            Prints the id of the new item, or its address if no followed source contains it. The post goes through the \
            outbox: if the server cannot be reached, it is kept and sent later, and the exit status is 1. A reply begins \
            with the author's name and has the audience and the warning of its post, unless options say otherwise. With \
            several accounts, the names of people that `fiber people` has linked are written as each network knows them. \
            A text that its server refuses is kept as a draft. With --at, the id of the scheduled post and its time are \
            printed; `fiber scheduled` lists and cancels such posts.
            """)

    @OptionGroup var global: GlobalOptions

    @Option(name: .customLong("to"), help: "The account that posts. Can be repeated; needed if there are several.")
    var accounts: [String] = []

    @Option(help: "Reply to this item.")
    var replyTo: String?

    @Option(help: "Quote this item.")
    var quote: String?

    @Option(help: "Who sees the post: public, unlisted, followers or direct. The default is the account's.")
    var visibility: VisibilityChoice?

    @Option(help: "A content warning.")
    var warning: String?

    @Option(help: "The language, such as en.")
    var language: String?

    @Option(help: "A file to attach. Can be repeated.")
    var media: [String] = []

    @Option(help: "The alternative text of the attached file. Can be repeated, in the order of --media.")
    var alt: [String] = []

    @Option(
        help:
            "Let the server publish the post at this time (RFC 3339, 2026-11-23 14:05, 14:05, 3h), at least 5 minutes ahead.",
        transform: ArgumentValue.timeAhead)
    var at: Timestamp?

    @Flag(help: "Cut a text that is too long for one post into a thread.")
    var thread = false

    @Flag(help: "Print JSON Lines.")
    var json = false

    @Argument(help: "The text; - reads it from standard input.")
    var text: String?

    func validate() throws {
        guard !(text ?? "").isEmpty || !media.isEmpty else { throw ValidationError(Message("postEmpty")) }
        if let at, at.since(SystemTimeSource().now()) < ScheduledPost.minimumWait {
            throw ValidationError(Message("scheduleTooSoon"))
        }
        guard !thread || at == nil else { throw ValidationError(Message("scheduledThread")) }
        guard alt.count <= media.count else { throw ValidationError(Message("altWithoutMedia")) }
    }

    func run(_ context: AppContext) async throws {
        let sending = Task { [uploads = context.sources.factory.uploads] in
            for await upload in uploads {
                let line = upload.map {
                    Message("uploadingFile", ["sent": .bytes($0.sent), "total": .bytes($0.total)])
                }
                Console.progress(line)
            }
        }
        defer { sending.cancel() }
        let acts = try await acts(context)
        var result = try await context.perform(OutboxRequest(acts: acts))
        if let at { await addScheduled(at, acts, to: &result, context) }
        try result.print(json: json) { entry in
            guard let time = entry.scheduledTime else {
                return entry.ticket?.description ?? entry.link ?? Console.text(entry.name)
            }
            let scheduledTime = ScheduledPosts.text(time, context)
            return entry.scheduled.map { "\($0)  \(scheduledTime)" }
                ?? Console.text(Message("scheduledFor", ["time": .text(scheduledTime)]))
        }
    }

    /// Adds what the servers call the posts that they have taken. Without an answer the identities are missing.
    private func addScheduled(
        _ time: Timestamp, _ acts: [OutboxRequest.Act], to result: inout OutboxResult, _ context: AppContext
    ) async {
        for (index, act) in acts.enumerated() where index < result.entries.count {
            guard case .post(let draft, let account) = act, result.entries[index].state == .done else { continue }
            result.entries[index].scheduledTime = time
            guard let client = context.clients.first(where: { $0.id == account }) else { continue }
            do {
                // The answer to a post has no identity that the outbox could tell.
                let posts = try await client.scheduledPosts(now: context.time.now())
                    .filter { $0.time.seconds == time.seconds }
                // A text that the server or the reading of its answer has cleaned differs.
                result.entries[index].scheduled = (posts.last { $0.text == draft.text } ?? posts.last)?.id
            } catch {
                Console.warn(
                    Message(
                        "scheduledUnread", ["account": .text(client.name), "reason": .message(error.message)]))
            }
        }
    }

    private func acts(_ context: AppContext) async throws -> [OutboxRequest.Act] {
        let text = try typedText()
        let parent = try await replyTo.asyncMap(context.entry)?.ticket
        let quoted = try await quote.asyncMap(context.entry)?.ticket
        let named = try namedAccounts(context)
        let owners: [Account]
        if let referred = parent ?? quoted {
            guard let owner = try context.account(of: referred) else {
                if let parent, named.isEmpty, quoted == nil { return [.ticket(.reply(text), parent.id)] }
                throw CommandFailure(Message("replyUnsupported", ["ticket": .text(referred.id.description)]))
            }
            for account in named where account.id != owner.id {
                throw CommandFailure(
                    Message("replyAccount", ["account": .text(owner.id), "ticket": .text(referred.id.description)]))
            }
            owners = [owner]
        } else {
            owners = try named.isEmpty ? [context.account(named: nil, option: "--to")] : named
        }
        let people = await context.notes.state().people
        let names = MentionTranslator(accounts: context.clients, people: people, now: context.time.now())
        var acts: [OutboxRequest.Act] = []
        for account in owners {
            guard let client = context.client(of: account) else { continue }
            let draft = draft(text, by: account, replyingTo: parent, quoting: quoted)
            let translated = try await names.translated(draft, at: client.id)
            acts.append(.post(try await fitted(translated, by: client, context), client.id))
        }
        return acts
    }

    /// The maximum number of bytes of a text on standard input, a multiple of what servers take.
    private static let maximumInputLength = 1_000_000

    /// Returns the text, read from standard input for `-`.
    private func typedText() throws -> String {
        guard text == "-" else { return text ?? "" }
        let bytes = try InputFile.read("-", upTo: Self.maximumInputLength, otherwise: "postInputTooLarge")
        let input = String(decoding: bytes, as: UTF8.self).trimmingCharacters(in: .newlines)
        guard !input.isEmpty || !media.isEmpty else { throw ValidationError(Message("postInputEmpty")) }
        return input
    }

    /// Returns the accounts of the option: the same account twice is one post.
    private func namedAccounts(_ context: AppContext) throws -> [Account] {
        try accounts.reduce(into: []) { named, text in
            let account = try context.account(named: text, option: "--to")
            if !named.contains(where: { $0.id == account.id }) { named.append(account) }
        }
    }

    /// Returns the post of an account as the options ask for it.
    private func draft(
        _ text: String, by account: Account, replyingTo parent: Ticket?, quoting quoted: Ticket?
    ) -> PostDraft {
        var draft = parent.map { PostDraft(text, replyingTo: $0, by: account.handle) } ?? PostDraft(text)
        if let quoted { draft.quote = PostDraft(text, quoting: quoted).quote }
        if let visibility { draft.visibility = visibility.visibility }
        if let warning { draft.contentWarning = warning }
        draft.language = language
        draft.scheduled = at
        draft.media = media.enumerated()
            .map { index, file in
                PostDraft.Medium(.file(file.absolutePath), alternativeText: index < alt.count ? alt[index] : nil)
            }
        return draft
    }

    /// A text of at most so many bytes is short enough everywhere, so that no server is asked for its rules.
    private static let shortText = 200

    /// Returns a draft that is short enough for the account's server, as a thread if that is wanted. Without an answer of the
    /// server, the draft is sent as it is, and the server decides.
    private func fitted(
        _ draft: PostDraft, by client: any AccountClient, _ context: AppContext
    ) async throws -> PostDraft {
        guard draft.text.utf8.count > Self.shortText else { return draft }
        let rules: PostRules
        do {
            rules = try await client.rules(now: context.time.now())
        } catch {
            guard thread else { return draft }
            throw error
        }
        guard let limit = rules.maximumLength, rules.length(of: draft) > limit else { return draft }
        let values: [String: Message.Argument] = ["account": .text(client.name), "limit": .number(limit)]
        guard thread else {
            throw CommandFailure(Message("postTooLong", values), advice: Message("postTooLongAdvice"))
        }
        guard let cut = rules.thread(of: draft) else { throw CommandFailure(Message("postUncut", values)) }
        return cut
    }
}

/// The people who can see a post, as typed.
enum VisibilityChoice: String, ExpressibleByArgument, CaseIterable {
    case everyone = "public"
    case unlisted
    case followers
    case direct

    var visibility: PostDraft.Visibility {
        switch self {
        case .everyone: .everyone
        case .unlisted: .unlisted
        case .followers: .followers
        case .direct: .mentioned
        }
    }
}

extension Optional {
    /// Returns the value that `transform` makes of this one, or `nil`.
    fileprivate func asyncMap<Value>(_ transform: (Wrapped) async throws -> Value) async throws -> Value? {
        guard let self else { return nil }
        return try await transform(self)
    }
}

extension AppContext {
    /// Returns the account through which the ticket's source is read, or `nil` if there is none.
    fileprivate func account(of ticket: Ticket) throws -> Account? {
        let id = sources.controlUnit.supplier(for: ticket.supplier.rawValue)?.account?.id
        return try accounts.accounts().first { client(of: $0)?.id == id }
    }
}
