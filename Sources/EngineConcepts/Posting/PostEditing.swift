/// A supplier whose posts can be edited: it returns the account's own posts as they were written.
public protocol PostEditing: Sendable {
    /// Returns the post of a ticket as a draft to change.
    func draft(of ticket: Ticket, now: Timestamp) async throws(SupplierError) -> PostDraft
}
