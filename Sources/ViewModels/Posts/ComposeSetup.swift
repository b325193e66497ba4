import EngineConcepts
import Localization

/// The parts of a post that its origin determines: its sender, its initial text, and the post that it refers to.
struct ComposeSetup {
    let accounts: ComposeAccounts
    /// The post before anything is written.
    let post: PostDraft
    let title: String
    /// The post that is replied to or quoted, or `nil` for none.
    var referencedPost: ComposeState.ReferencedPost?

    /// Determines the parts of a post of this origin. Throws a ``ComposeRefusal`` if the post cannot be written.
    static func of(
        _ origin: PostOrigin, track: TrackServices, posting: any PostingServices
    ) async throws -> ComposeSetup {
        let localizer = track.session.localizer
        let all = await posting.accounts()
        guard let id = origin.ticket else {
            guard let accounts = ComposeAccounts(all) else {
                throw ComposeRefusal(reason: MessageKey.composeNoAccount.message())
            }
            return ComposeSetup(accounts: accounts, post: PostDraft(""), title: localizer(.composeNew))
        }
        guard let entry = try await track.reader.entry(id) else {
            throw ComposeRefusal(reason: MessageKey.ticketGone.message())
        }
        let ticket = entry.ticket
        if case .edit = origin {
            return ComposeSetup(
                accounts: ComposeAccounts(bySource: .editing(id)), post: try await posting.draft(of: ticket),
                title: localizer(.composeEdit))
        }
        let isQuote = if case .quote = origin { true } else { false }
        let reading = await posting.account(of: ticket)
        let accounts: ComposeAccounts
        let post: PostDraft
        if let account = all.first(where: { $0.id == reading }), let own = ComposeAccounts([account]) {
            // Other accounts do not know the post by this identity.
            accounts = own
            post = isQuote ? PostDraft("", quoting: ticket) : PostDraft("", replyingTo: ticket, by: account.handle)
        } else {
            let source = await track.engine.snapshot.suppliers.first { $0.id == id.supplier }
            guard !isQuote, let source, source.actions.contains(.reply) else {
                let name = source?.name ?? id.supplier.rawValue
                throw ComposeRefusal(reason: MessageKey.composeUnsupported.message([.text(name)]))
            }
            accounts = ComposeAccounts(bySource: .source(id))
            post = PostDraft("")
        }
        let brief = await BriefBuilder(track: track).briefs(of: [entry]).first
        let author = (ticket.body.boosted?.author ?? ticket.body.author)?.name ?? brief?.source ?? ""
        return ComposeSetup(
            accounts: accounts, post: post, title: localizer(isQuote ? .composeQuote : .composeReply, .text(author)),
            referencedPost: ComposeState.ReferencedPost(author: author, text: brief?.text ?? ""))
    }
}
