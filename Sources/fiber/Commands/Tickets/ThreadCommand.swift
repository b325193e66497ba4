import Application
import ArgumentParser
import EngineConcepts
import FiberConfiguration

/// Prints a thread.
struct ThreadCommand: ReadingCommand {
    static let configuration = CommandConfiguration(
        commandName: "thread", abstract: "Print the thread of a post: what it replies to, and the replies.",
        discussion: """
            The posts are requested from the server and printed as a tree. Replies that the server counts and does not \
            send, such as private ones, are printed as a gap. With --json, prints one object for each post and each gap. \
            The posts are stored, so that other commands accept their ids.
            """)

    /// The depth from which posts are not indented further, so that a long exchange leaves room for its text.
    private static let deepestIndent = 20

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: OutputOptions

    @Argument(help: "The post's id, as `fiber timeline --json` and `fiber thread --json` print it.")
    var post: String

    func run(_ context: AppContext) async throws {
        let ticket = try await context.entry(named: post).ticket
        guard let thread = context.outlines.thread(of: ticket) else { throw CommandFailure(Message("threadNone")) }
        let presenter = await context.engine.presenter(for: ticket.supplier)
        for row in try await thread.load().rows() {
            switch row.content {
            case .post(let item):
                try print(Ticket(item, of: ticket.supplier, seen: context.time.now()), presenter, row.depth)
            case .gap(let gap): try print(gap, row.depth)
            }
        }
    }

    private func print(_ post: Ticket, _ presenter: any Presenter, _ depth: Int) throws {
        let presentation = presenter.present(post)
        let object: JSONObject = [
            "type": "ticket", "id": post.id.description, "depth": depth, "author": post.body.author?.name,
            "handle": post.body.author?.handle, "text": presentation.body.plainText, "url": post.body.link,
            "time": post.shownTime.rfc3339, "replyTo": post.body.replyTo, "warning": post.body.contentWarning,
        ]
        let author = post.body.author.map { $0.handle ?? $0.name } ?? ""
        let line = presentation.printedText.split(separator: "\n").joined(separator: " ")
        try output.form.print(object, or: "\(indent(depth))\(author): \(line)")
    }

    private func print(_ gap: OutlineGap, _ depth: Int) throws {
        var object: JSONObject = ["type": "gap", "depth": depth, "count": gap.count]
        switch gap.position {
        case .above(let id): object["above"] = id
        case .replies(let id), .below(let id): object["repliesTo"] = id
        case .newest: break
        }
        let message = gap.count.map { Message("repliesMissing", ["count": .number($0)]) } ?? Message("postsMissing")
        try output.form.print(object, or: "\(indent(depth))--- \(Console.text(message))")
    }

    private func indent(_ depth: Int) -> String { String(repeating: "  ", count: min(depth, Self.deepestIndent)) }
}
