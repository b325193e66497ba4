public import EngineConcepts
import FeedParsing
import WebText

extension MastodonSupplier: PostEditing {
    /// Requests the text as it was written; the post has it only as HTML.
    public func draft(of ticket: Ticket, now: Timestamp) async throws(SupplierError) -> PostDraft {
        let id = ticket.post ?? ticket.id.item
        let source =
            try await server.get(
                Written.self, "/api/v1/statuses/\(PercentCoding.encoded(id))/source", now: now
            )
            .value
        var draft = PostDraft(source.text, contentWarning: source.warning)
        draft.language = ticket.body.language
        return draft
    }

    /// The text of a post (`StatusSource`).
    private struct Written: Decodable, Sendable {
        let text: String
        let warning: String?

        init(from decoder: any Decoder) throws {
            let members = try decoder.container(keyedBy: JSONName.self)
            text = members.lines("text") ?? ""
            let spoiler = members.line("spoiler_text") ?? ""
            warning = spoiler.isEmpty ? nil : spoiler
        }
    }
}
