import EngineConcepts

extension SampleSupplier: PostEditing {
    func draft(of ticket: Ticket, now: Timestamp) async throws(SupplierError) -> PostDraft {
        PostDraft(ticket.body.text.source, contentWarning: ticket.body.contentWarning)
    }
}
