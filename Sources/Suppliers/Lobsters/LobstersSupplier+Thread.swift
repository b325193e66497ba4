public import EngineConcepts
import Networking

extension LobstersSupplier: ThreadReading {
    /// Returns a story with all its comments, which are in one document.
    public func thread(of ticket: Ticket, _ request: ThreadRequest) async throws(SupplierError) -> ThreadPart {
        guard let address = ticket.source.fields[SourceLayer.threadField],
            let list = LobstersList(address), case .thread = list
        else { throw SupplierError(.unsupported, Message("threadNone")) }
        let thread = try await transport.json(
            LobstersThread.self, at: baseAddress + list.path(1), of: "Lobsters", now: request.now)
        return ThreadPart(items: thread.posts)
    }
}
