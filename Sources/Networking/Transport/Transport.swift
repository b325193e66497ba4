public import EngineConcepts
import Synchronization
import WebText

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

/// The method of a request.
public enum TransportMethod: String, Hashable, Sendable {
    case get = "GET"
    case post = "POST"
    case put = "PUT"
    case delete = "DELETE"
}

/// A request.
public struct TransportRequest: Hashable, Sendable {
    /// An absolute http or https URL.
    public var address: String
    /// The method, by default ``TransportMethod/get``.
    public var method = TransportMethod.get
    /// The body, or `nil` for none.
    public var body: Body?
    /// Header fields in addition to those that the transport sets.
    public var headers: [Header]
    /// Header fields that only the origin of ``address`` may see: they do not follow a redirect to another origin.
    public var credentials: [Header]
    /// The maximum size of the decompressed body, or `nil` for the transport's own limit.
    public var maximumBytes: Int?
    /// True if the body goes on without end, like server-sent events. Its size and duration are not limited, only the
    /// time without data.
    public var isEndless = false
    /// The protocol to change to, such as `websocket`, or `nil`. If the server agrees, the status is 101 and the body is
    /// what it sends in that protocol.
    public var upgrade: String?

    /// The body of a request.
    public struct Body: Hashable, Sendable {
        /// The media type, such as `application/json`.
        public var type: String
        /// The content.
        public var bytes: [UInt8]

        /// Creates a body.
        public init(type: String, bytes: [UInt8]) {
            self.type = type
            self.bytes = bytes
        }
    }

    /// A header field.
    public struct Header: Hashable, Sendable {
        /// The field's name.
        public var name: String
        /// The field's value.
        public var value: String

        /// Creates a field.
        public init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }

    /// Creates a GET request for `address`.
    public init(
        _ address: String, headers: [Header] = [], credentials: [Header] = [], maximumBytes: Int? = nil
    ) {
        self.address = address
        self.headers = headers
        self.credentials = credentials
        self.maximumBytes = maximumBytes
    }

    /// Creates a request that may change something at `address`.
    public init(
        _ method: TransportMethod, _ address: String, body: Body? = nil, headers: [Header] = [],
        credentials: [Header] = []
    ) {
        self.init(address, headers: headers, credentials: credentials)
        self.method = method
        self.body = body
    }
}

/// The head of a response, with access to its body.
public struct TransportResponse: Sendable {
    /// The HTTP status.
    public var status: Int
    /// The URL of the response, after redirects.
    public var address: String
    /// The URL to use for later requests, or `nil` unless all redirects were permanent.
    public var permanentAddress: String?
    /// The header fields by their names in lower case; several values of one name are joined by commas.
    public var headers: [String: String]
    /// The body.
    public var body: TransportBody
    /// Sends bytes in the protocol to which the connection has changed (status 101). Does nothing with other statuses.
    public var reply: @Sendable ([UInt8]) -> Void = { _ in }

    /// Creates a response.
    public init(
        status: Int, address: String, permanentAddress: String? = nil, headers: [String: String] = [:],
        body: TransportBody = TransportBody()
    ) {
        self.status = status
        self.address = address
        self.permanentAddress = permanentAddress
        self.headers = headers
        self.body = body
    }

    /// Returns the value of a header field.
    public func header(_ name: String) -> String? {
        headers[name.lowercased()]
    }

    /// The declared character encoding of the body.
    public var charset: String? {
        guard let type = header("content-type") else { return nil }
        for parameter in type.split(separator: ";").dropFirst() {
            let parts = parameter.split(separator: "=", maxSplits: 1)
            guard parts.count == 2, TextSanitizer.line(String(parts[0])).lowercased() == "charset" else { continue }
            let value = TextSanitizer.line(String(parts[1])).filter { $0 != "\"" && $0 != "'" }
            return value.isEmpty ? nil : value
        }
        return nil
    }
}

/// The body of a response, in chunks.
public struct TransportBody: Sendable {
    private let nextChunk: @Sendable () async throws(SupplierError) -> [UInt8]?
    private let checksumFailed: @Sendable () -> Bool

    /// Creates an empty body.
    public init() {
        checksumFailed = { false }
        nextChunk = { () async throws(SupplierError) -> [UInt8]? in nil }
    }

    /// Creates a body from the chunks that `next` returns until it returns `nil`. After that `hasChecksumError` tells
    /// if its checksum is wrong.
    public init(
        hasChecksumError: @escaping @Sendable () -> Bool = { false },
        _ next: @escaping @Sendable () async throws(SupplierError) -> [UInt8]?
    ) {
        checksumFailed = hasChecksumError
        nextChunk = next
    }

    /// Creates a body of these bytes.
    public init(_ bytes: [UInt8]) {
        checksumFailed = { false }
        let rest = Mutex<[UInt8]?>(bytes)
        nextChunk = { () async throws(SupplierError) -> [UInt8]? in rest.withLock { $0.take() } }
    }

    /// Returns the next chunk, or `nil` at the end.
    public func next() async throws(SupplierError) -> [UInt8]? {
        try await nextChunk()
    }

    /// True if the checksum of the compressed body is wrong, so that any byte of it may be wrong.
    public var hasChecksumError: Bool { checksumFailed() }

    /// Returns the whole body.
    public func collect() async throws(SupplierError) -> [UInt8] {
        var bytes: [UInt8] = []
        while let chunk = try await nextChunk() { bytes += chunk }
        return bytes
    }
}

/// Receives the record of every request, for statistics. Called on any thread; must return quickly.
public protocol TransportObserver: Sendable {
    /// Called when a request has ended, successfully or not.
    func requestEnded(_ record: RequestRecord)

    /// Called when a connection was made.
    func connectionMade()
}

/// The times that the parts of a new connection took.
public struct ConnectionPhases: Hashable, Sendable {
    /// Looking up the host's name.
    public var lookup: Duration
    /// Connecting, until the host or its proxy answered.
    public var connect: Duration
    /// Agreeing on encryption; `nil` without it.
    public var tls: Duration?

    /// Creates the times.
    public init(lookup: Duration, connect: Duration, tls: Duration? = nil) {
        self.lookup = lookup
        self.connect = connect
        self.tls = tls
    }
}

/// The statistics of an ended request. Contains no path or query, since these may be secret.
public struct RequestRecord: Hashable, Sendable {
    /// The requested host with its port.
    public var host: String
    /// The status, or `nil` without a response.
    public var status: Int?
    /// The error, or `nil` if there was none.
    public var failure: SupplierError.Code?
    /// The HTTP version, such as `HTTP/2.0`.
    public var version: String?
    /// The time spent in the host's queue.
    public var waited: Duration
    /// The time from the request's turn until it had a connection, summed over redirects: DNS, connecting, TLS, and
    /// waiting for a free connection. `nil` if it never had one.
    public var connected: Duration?
    /// The parts of the last new connection's time, or `nil` if all connections used were existing ones.
    public var phases: ConnectionPhases?
    /// True if all connections used were existing ones; `nil` if the request never had a connection.
    public var isReused: Bool?
    /// The time from the request's turn to the head of the response, connecting included.
    public var firstByte: Duration?
    /// The time from the request's turn to its end.
    public var total: Duration
    /// The bytes of the body on the wire, bodies of redirects included, without TLS and framing.
    public var wireBytes: Int
    /// The bytes of the decompressed body.
    public var bodyBytes: Int
    /// The number of followed redirects.
    public var redirects: Int

    /// Creates a record.
    public init(
        host: String, status: Int? = nil, failure: SupplierError.Code? = nil, version: String? = nil,
        waited: Duration = .zero, connected: Duration? = nil, phases: ConnectionPhases? = nil, isReused: Bool? = nil,
        firstByte: Duration? = nil,
        total: Duration = .zero, wireBytes: Int = 0, bodyBytes: Int = 0, redirects: Int = 0
    ) {
        self.host = host
        self.status = status
        self.failure = failure
        self.version = version
        self.waited = waited
        self.connected = connected
        self.phases = phases
        self.isReused = isReused
        self.firstByte = firstByte
        self.total = total
        self.wireBytes = wireBytes
        self.bodyBytes = bodyBytes
        self.redirects = redirects
    }
}
