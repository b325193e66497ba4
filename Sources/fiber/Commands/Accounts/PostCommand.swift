import Application
import ArgumentParser
import EngineConcepts
import EngineStandard
import FiberConfiguration
import Foundation
import Networking

/// Publishes a post.
struct PostCommand: SendingCommand {
    static let processName = "fiber post"
    static let configuration = CommandConfiguration(
        commandName: "post", abstract: "Publish a post.",
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
    var visibility: PostDraft.Visibility?

    @Option(help: "A content warning.")
    var warning: String?

    @Option(help: "The language, such as en.")
    var language: String?

    @Option(help: "A file to attach. Can be repeated.", completion: .file())
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

    @OptionGroup var output: OutputOptions

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
        var result = try await context.runOrForward(OutboxRequest(acts: acts))
        if let at {
            await result.addSchedule(at, of: acts, by: context.clients, now: context.time.now()).forEach(Console.warn)
        }
        try result.print(as: output.form) { entry in
            guard let time = entry.scheduledTime else {
                return entry.ticket?.description ?? entry.link ?? Console.text(entry.name)
            }
            let scheduledTime = ScheduledPosts.text(time, context)
            return entry.scheduled.map { "\($0)  \(scheduledTime)" }
                ?? Console.text(Message("scheduledFor", ["time": .text(scheduledTime)]))
        }
    }

    private func acts(_ context: AppContext) async throws -> [OutboxRequest.Act] {
        let draft = try draft()
        let parent = try await ticket(replyTo, context)
        let quoted = try await ticket(quote, context)
        let isAlone = accounts.isEmpty && parent == nil && quoted == nil
        let named =
            try isAlone
            ? [context.account(named: nil, option: "--to")]
            : accounts.map { try context.account(named: $0, option: "--to") }
        return try await PostComposer(context)
            .acts(for: draft, by: named, replyingTo: parent, quoting: quoted, cutsText: thread)
    }

    private func ticket(_ id: String?, _ context: AppContext) async throws -> Ticket? {
        guard let id else { return nil }
        return try await context.entry(named: id).ticket
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

    /// Returns the post as the options describe it.
    private func draft() throws -> PostDraft {
        let media = media.enumerated()
            .map { index, file in
                PostDraft.Medium(.file(file.absolutePath), alternativeText: index < alt.count ? alt[index] : nil)
            }
        var draft = PostDraft(
            try typedText(), visibility: visibility, contentWarning: warning, language: language,
            media: media)
        draft.scheduled = at
        return draft
    }
}
