import EngineConcepts

/// Stored data that cannot be decoded.
struct DamagedContent: Error {
    /// The damaged item, named so that it can be found.
    let detail: String

    init(_ detail: String) {
        self.detail = detail
    }

    /// Creates the error about a ticket that has a place and no content.
    init(missing id: TicketID) {
        self.init("the item \(id) has a place and no content")
    }
}
