/// Reads threads: what a post replies to, and the replies to it.
public protocol ThreadReading: Sendable {
    /// Returns the thread around a ticket, or the part of it behind a gap.
    func thread(of ticket: Ticket, _ request: OutlineRequest) async throws(SupplierError) -> OutlinePart
}
