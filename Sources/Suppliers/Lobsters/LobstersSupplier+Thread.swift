import EngineConcepts

extension LobstersSupplier: ThreadReading {
    /// Returns a story with all its comments, which are in one document.
    func thread(of ticket: Ticket, _ request: OutlineRequest) async throws(SupplierError) -> OutlinePart {
        guard let address = ticket.source.fields[SourceLayer.threadField],
            let list = LobstersList(address), case .thread = list
        else { throw SupplierError(.unsupported, Message("threadNone")) }
        return OutlinePart(items: try await document(of: list, now: request.now).posts)
    }
}
