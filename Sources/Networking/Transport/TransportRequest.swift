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
