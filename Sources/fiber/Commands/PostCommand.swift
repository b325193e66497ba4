import ArgumentParser
import EngineConcepts
import EngineStandard
import Foundation
import Networking
import Suppliers

/// Publishes a post.
struct PostCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "post",
        abstract: "Publish a post.",
        discussion: """
            Prints the id of the new ticket, or its address if no followed source contains it. The post goes through the \
            outbox: if the server cannot be reached, it is kept and sent later, and the exit status is 1. A reply begins \
            with the author's name and has the audience and the warning of its post, unless options say otherwise.
            """)

    @OptionGroup var global: GlobalOptions

    @Option(name: .customLong("to"), help: "The account that posts. Can be repeated; needed if there are several.")
    var accounts: [String] = []

    @Option(help: "Reply to this ticket.")
    var replyTo: String?

    @Option(help: "Quote this ticket.")
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

    @Flag(help: "Print JSON Lines.")
    var json = false

    @Argument(help: "The text; - reads it from standard input.")
    var text: String?

    func validate() throws {
        guard text != nil || !media.isEmpty else { throw ValidationError(Message("postEmpty")) }
        guard alt.count <= media.count else { throw ValidationError(Message("altWithoutMedia")) }
    }

    func run() async throws {
        try await AppContext.with(global.directories, as: "fiber post", fetching: .orFollowing) { context in
            let sending = Task { [uploads = context.sources.factory.uploads] in
                for await upload in uploads {
                    let line = upload.map {
                        Message("uploadingFile", ["sent": .bytes($0.sent), "total": .bytes($0.total)])
                    }
                    Console.progress(line.map(Console.words) ?? "")
                }
            }
            defer { sending.cancel() }
            let result = try await context.perform(OutboxRequest(acts: try await acts(context)))
            try result.print(json: json) { $0.ticket?.description ?? $0.link ?? $0.name }
        }
    }

    private func acts(_ context: AppContext) async throws -> [OutboxRequest.Act] {
        var text = text ?? ""
        if text == "-" {
            text = String(decoding: try InputFile.read("-"), as: UTF8.self).trimmingCharacters(in: .newlines)
        }
        guard !text.isEmpty || !media.isEmpty else { throw ValidationError(Message("postEmpty")) }
        let parent = try await replyTo.asyncMap(context.entry)?.ticket
        let quoted = try await quote.asyncMap(context.entry)?.ticket
        let named = try accounts.map { try context.account(named: $0, option: "--to") }
        let owners: [Account]
        if let referred = parent ?? quoted {
            guard let owner = try context.account(of: referred) else {
                if let parent, named.isEmpty, quoted == nil { return [.ticket(.reply(text), parent.id)] }
                throw CommandFailure(
                    .failed, Message("replyUnsupported", ["ticket": .text(referred.id.description)]))
            }
            for account in named where account.id != owner.id {
                throw CommandFailure(
                    .failed,
                    Message(
                        "replyAccount",
                        ["account": .text(owner.id), "ticket": .text(referred.id.description)]))
            }
            owners = [owner]
        } else {
            owners = try named.isEmpty ? [context.account(named: nil, option: "--to")] : named
        }
        return owners.compactMap { account in
            var draft = parent.map { PostDraft(text, replyingTo: $0, by: account.handle) } ?? PostDraft(text)
            if let quoted { draft.quote = PostDraft(text, quoting: quoted).quote }
            if let visibility { draft.visibility = visibility.visibility }
            if let warning { draft.contentWarning = warning }
            draft.language = language
            draft.media = media.enumerated()
                .map { index, file in
                    PostDraft.Medium(
                        .file(PostingService.absolute(file)),
                        alternativeText: index < alt.count ? alt[index] : nil)
                }
            return context.actor(of: account).map { .post(draft, $0.id) }
        }
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
    /// Returns the acting side of an account.
    func actor(of account: Account) -> (any AccountActor)? {
        AccountCatalog.standard.actors(of: [account], sources.factory.dependencies).first
    }

    /// Returns the account through which the ticket's source is read, or `nil` if there is none.
    fileprivate func account(of ticket: Ticket) throws -> Account? {
        let id = sources.controlUnit.supplier(for: ticket.supplier.rawValue)?.account?.id
        return try accounts.accounts().first { actor(of: $0)?.id == id }
    }
}
