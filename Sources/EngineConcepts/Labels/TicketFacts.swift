/// The input of a classifier.
public struct TicketFacts: Hashable, Sendable {
    public let ticket: Ticket
    /// The user's marks.
    public let marks: Marks
    /// True if the ticket arrived in a range that was already complete.
    public let isLate: Bool
    /// True if another ticket of the same story was in the Track before this one.
    public let isDuplicate: Bool

    /// Creates the facts of a ticket; by default, of a new one without marks.
    public init(_ ticket: Ticket, marks: Marks = Marks(), isLate: Bool = false, isDuplicate: Bool = false) {
        self.ticket = ticket
        self.marks = marks
        self.isLate = isLate
        self.isDuplicate = isDuplicate
    }
}
