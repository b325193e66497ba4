public import EngineConcepts
import Synchronization
import WebText

/// Where bytes come from: asks for an address and streams the answer. The one way to the network that suppliers have, so
/// that limits, patience, politeness and records are the same for all of them, and tests can stand in for it.
public protocol Transport: Sendable {
    /// Sends `request` and hands the answer to `read`, once its head is there. The connection is free again when `read`
    /// returns, however much of the body it took.
    ///
    /// Redirects are followed already. Any other status is an answer: what it means is for the supplier to say.
    func send<Answer: Sendable>(
        _ request: TransportRequest,
        _ read: (TransportResponse) async throws(SupplierError) -> Answer
    ) async throws(SupplierError) -> Answer
}

/// What is asked for.
public struct TransportRequest: Hashable, Sendable {
    /// Where: an absolute http or https URL.
    public var address: String
    /// Header fields beside those that the transport sets itself.
    public var headers: [Header]
    /// Header fields that only the origin of ``address`` may see: they do not follow a redirect to another one.
    public var credentials: [Header]
    /// What the body may weigh once inflated; nil for the transport's own limit.
    public var maximumBytes: Int?

    /// A header field.
    public struct Header: Hashable, Sendable {
        /// The field's name.
        public var name: String
        /// Its value.
        public var value: String

        /// Makes a field.
        public init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }

    /// Asks for `address`.
    public init(
        _ address: String, headers: [Header] = [], credentials: [Header] = [], maximumBytes: Int? = nil
    ) {
        self.address = address
        self.headers = headers
        self.credentials = credentials
        self.maximumBytes = maximumBytes
    }
}

/// The head of an answer, and the way to its body.
public struct TransportResponse: Sendable {
    /// The HTTP status.
    public var status: Int
    /// Where the answer came from, redirects followed.
    public var address: String
    /// Where to ask from now on: set where every redirect on the way was a permanent one.
    public var permanentAddress: String?
    /// The header fields by their names in lower case; several of one name are joined by commas.
    public var headers: [String: String]
    /// The body.
    public var body: TransportBody

    /// Makes an answer.
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

    /// The value of a header field.
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

/// The body of an answer, in the pieces in which it comes.
public struct TransportBody: Sendable {
    private let nextPiece: @Sendable () async throws(SupplierError) -> [UInt8]?
    private let doubt: @Sendable () -> Bool

    /// An empty body.
    public init() {
        doubt = { false }
        nextPiece = { () async throws(SupplierError) -> [UInt8]? in nil }
    }

    /// A body whose pieces `next` answers until it answers nil; then `isDoubtful` says whether it is what was meant.
    public init(
        isDoubtful: @escaping @Sendable () -> Bool = { false },
        _ next: @escaping @Sendable () async throws(SupplierError) -> [UInt8]?
    ) {
        doubt = isDoubtful
        nextPiece = next
    }

    /// A body of these bytes.
    public init(_ bytes: [UInt8]) {
        doubt = { false }
        let rest = Mutex<[UInt8]?>(bytes)
        nextPiece = { () async throws(SupplierError) -> [UInt8]? in rest.withLock { $0.take() } }
    }

    /// The next piece; nil at the end.
    public func next() async throws(SupplierError) -> [UInt8]? {
        try await nextPiece()
    }

    /// Whether the sum that came behind the body's end, in its packing, is another one: some byte of it may be wrong.
    public var isDoubtful: Bool { doubt() }

    /// All of it at once.
    public func collect() async throws(SupplierError) -> [UInt8] {
        var bytes: [UInt8] = []
        while let piece = try await nextPiece() { bytes += piece }
        return bytes
    }
}

/// Takes note of every request, for statistics. Called on any thread; must return at once.
public protocol TransportObserver: Sendable {
    /// A request has ended, well or badly.
    func requestEnded(_ record: RequestRecord)

    /// A connection was made.
    func connectionMade()
}

/// What is known of a request when it has ended. Holds no address's path or query, which may be secrets.
public struct RequestRecord: Hashable, Sendable {
    /// Host and port that were asked.
    public var host: String
    /// The status, where an answer came.
    public var status: Int?
    /// What went wrong, where something did.
    public var failure: SupplierError.Code?
    /// The version of HTTP that was spoken, such as `HTTP/2.0`.
    public var version: String?
    /// How long it waited for its turn at the host.
    public var waited: Duration
    /// From its turn until it was on a connection, redirects added up: looking the host up, connecting, TLS, and waiting
    /// for a free one. Nil where it never was.
    public var connected: Duration?
    /// Whether it only went over connections that had served others before; nil where it never was on one.
    public var isReused: Bool?
    /// From its turn to the head of the answer, connecting included.
    public var firstByte: Duration?
    /// From its turn to its end.
    public var total: Duration
    /// Bytes of the body as they came over the wire, redirects' bodies included; encryption and framing are not counted.
    public var wireBytes: Int
    /// Bytes of the body after inflating.
    public var bodyBytes: Int
    /// How many redirects were followed.
    public var redirects: Int

    /// Makes a record.
    public init(
        host: String, status: Int? = nil, failure: SupplierError.Code? = nil, version: String? = nil,
        waited: Duration = .zero, connected: Duration? = nil, isReused: Bool? = nil, firstByte: Duration? = nil,
        total: Duration = .zero, wireBytes: Int = 0, bodyBytes: Int = 0, redirects: Int = 0
    ) {
        self.host = host
        self.status = status
        self.failure = failure
        self.version = version
        self.waited = waited
        self.connected = connected
        self.isReused = isReused
        self.firstByte = firstByte
        self.total = total
        self.wireBytes = wireBytes
        self.bodyBytes = bodyBytes
        self.redirects = redirects
    }
}
