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
        switch origin {
        case .new:
            guard let accounts = ComposeAccounts(await posting.accounts()) else {
                throw ComposeRefusal(.composeNoAccount)
            }
            return ComposeSetup(accounts: accounts, post: PostDraft(""), title: localizer(.composeNew))
        case .edit(let id):
            let ticket = try await entry(id, of: track).ticket
            return ComposeSetup(
                accounts: ComposeAccounts(bySource: .editing(id)), post: try await posting.draft(of: ticket),
                title: localizer(.composeEdit))
        case .reply(let id), .quote(let id):
            let entry = try await entry(id, of: track)
            let ticket = entry.ticket
            let isQuote = origin == .quote(id)
            let (accounts, post) = try await sender(
                answering: ticket, byQuote: isQuote, track: track, posting: posting)
            let brief = await BriefBuilder(track: track).briefs(of: [entry]).first
            let author = (ticket.body.boosted?.author ?? ticket.body.author)?.name ?? brief?.source ?? ""
            return ComposeSetup(
                accounts: accounts, post: post,
                title: localizer(isQuote ? .composeQuote : .composeReply, .text(author)),
                referencedPost: ComposeState.ReferencedPost(author: author, text: brief?.text ?? ""))
        }
    }

    private static func entry(_ id: TicketID, of track: TrackServices) async throws -> TrackEntry {
        guard let entry = try await track.reader.entry(id) else { throw ComposeRefusal(.ticketGone) }
        return entry
    }

    /// Returns what sends the answer to a ticket, with the initial post: the account that reads the ticket, or else its
    /// source, which can only reply.
    private static func sender(
        answering ticket: Ticket, byQuote isQuote: Bool, track: TrackServices, posting: any PostingServices
    ) async throws -> (ComposeAccounts, PostDraft) {
        let reading = await posting.account(of: ticket)
        // Other accounts do not know the post by this identity.
        if let account = await posting.accounts().first(where: { $0.id == reading }),
            let accounts = ComposeAccounts([account])
        {
            let post = isQuote ? PostDraft("", quoting: ticket) : PostDraft("", replyingTo: ticket, by: account.handle)
            return (accounts, post)
        }
        let source = await track.engine.snapshot.suppliers.first { $0.id == ticket.supplier }
        guard !isQuote, let source, source.actions.contains(.reply) else {
            throw ComposeRefusal(.composeUnsupported, .text(source?.name ?? ticket.supplier.rawValue))
        }
        return (ComposeAccounts(bySource: .source(ticket.id)), PostDraft(""))
    }
}
