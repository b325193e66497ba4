import EngineConcepts
import Queries

/// The parts of a ticket's content that are encoded for its row. Encoding takes longer than writing, because it guesses
/// the language, and needs no transaction.
struct EncodedContent: Sendable {
    /// The text that the source marks up by ranges, as fields; empty for other texts.
    let styledText: [UInt8]
    let tags: String?
    let rest: [UInt8]?

    init(_ ticket: Ticket) {
        tags = ContentRow.tagList(ticket.body.tags)
        rest = TicketRest.bytes(of: ticket, detectedLanguage: ticket.languageToKeep)
        var fields = FieldWriter()
        if case .styled(let text) = ticket.body.text { text.write(to: &fields) }
        styledText = fields.bytes
    }
}
