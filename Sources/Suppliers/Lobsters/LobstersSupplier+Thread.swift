import EngineConcepts

extension LobstersSupplier: ThreadReading {
    /// Returns a story with all its comments, which are in one document.
    func thread(of ticket: Ticket, _ request: OutlineRequest) async throws(SupplierError) -> OutlinePart {
        guard let address = ticket.source.fields[SourceLayer.threadField],
            case .thread(let story)? = LobstersList(address)
        else { throw SupplierError(.unsupported, Message("threadNone")) }
        return OutlinePart(items: try await api.thread(on: story, now: request.now).posts)
    }
}
