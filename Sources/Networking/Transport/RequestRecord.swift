public import EngineConcepts

/// The times that the parts of a new connection took.
public struct ConnectionPhases: Hashable, Sendable {
    public var lookup: Duration
    /// Connecting, until the host or its proxy answered.
    public var connect: Duration
    /// Agreeing on encryption; `nil` without it.
    public var tls: Duration?
}

/// The statistics of an ended request. Contains no path or query, since these may be secret.
public struct RequestRecord: Hashable, Sendable {
    /// The requested host and port.
    public var endpoint: String
    /// The status, or `nil` without a response.
    public var status: Int?
    /// The error, or `nil` if there was none.
    public var failure: SupplierError.Code?
    /// The HTTP version, such as `HTTP/2.0`.
    public var version: String?
    /// The time until the request's turn, summed over redirects: for a free slot and for the spacing of its host.
    public var waited: Duration
    /// The time from the request's turn until it had a connection, summed over redirects: DNS, connecting, TLS, and
    /// waiting for a free connection. `nil` if it never had one.
    public var connected: Duration?
    /// The parts of the last new connection's time, or `nil` if all connections used were existing ones.
    public var phases: ConnectionPhases?
    /// True if all connections used were existing ones; `nil` if the request never had a connection.
    public var isReused: Bool?
    /// The time from the request's turn to the head of the response, connecting included, without ``waited``.
    public var firstByte: Duration?
    /// The time from the request's turn to its end, without ``waited``.
    public var total: Duration
    /// The bytes of the body on the wire, bodies of redirects included, without TLS and framing.
    public var wireBytes: Int
    /// The bytes of the decompressed body.
    public var bodyBytes: Int
    public var redirects: Int
}
