/// Reads the text of the account's own posts as it was written.
public protocol PostEditing: Sendable {
    /// Returns the post of a ticket as a draft to change.
    func draft(of ticket: Ticket, now: Timestamp) async throws(SupplierError) -> PostDraft
}
