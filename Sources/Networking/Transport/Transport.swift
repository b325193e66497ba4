public import EngineConcepts

/// Sends requests and streams the responses. The only access to the network for suppliers, so that limits, rate
/// limits and statistics are the same for all of them, and tests can replace it.
public protocol Transport: Sendable {
    /// Sends `request` and passes the response to `read` once its head has arrived. The connection is free again when
    /// `read` returns, even if the body was not read to its end.
    ///
    /// Redirects of ``TransportMethod/get`` are followed; those of other methods are not, so that what a request changes
    /// is changed only where it was addressed to. Any other status is a response for the supplier to interpret.
    func send<Answer: Sendable>(
        _ request: TransportRequest,
        _ read: (TransportResponse) async throws(SupplierError) -> Answer
    ) async throws(SupplierError) -> Answer
}
