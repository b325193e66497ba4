import EngineConcepts
import Networking

/// A transport that reaches only the loopback, so that no test asks the machine's name servers for an invented host.
struct LoopbackTransport: Transport {
    let base: any Transport

    func send<Answer: Sendable>(
        _ request: TransportRequest, _ read: (TransportResponse) async throws(SupplierError) -> Answer
    ) async throws(SupplierError) -> Answer {
        guard request.address.hasPrefix("http://127.0.0.1:") else {
            throw SupplierError(.unreachable, .verbatim("\(request.address) is not on the loopback"))
        }
        return try await base.send(request, read)
    }
}
