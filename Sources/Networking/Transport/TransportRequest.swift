import WebText

/// The method of a request.
public enum TransportMethod: String, Hashable, Sendable {
    case get = "GET"
    case post = "POST"
    case put = "PUT"
    case delete = "DELETE"
}

/// A request of a web address, for a ``Transport`` to send.
public struct TransportRequest: Hashable, Sendable {
    /// An absolute http or https URL.
    public var address: String
    /// The method, by default ``TransportMethod/get``.
    public var method = TransportMethod.get
    /// The body, or `nil` for none.
    public var body: Body?
    /// Header fields in addition to those that the transport sets. They follow redirects; see ``headers(for:)``.
    public var headers: [Header]
    /// Header fields of any name that only the origin of ``address`` may see.
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
        public var bytes: [UInt8]

        public init(type: String, bytes: [UInt8]) {
            self.type = type
            self.bytes = bytes
        }
    }

    /// A header field.
    public struct Header: Hashable, Sendable {
        public var name: String
        public var value: String

        public init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }

    /// Creates a GET request for `address`.
    public init(_ address: String, headers: [Header] = [], credentials: [Header] = [], maximumBytes: Int? = nil) {
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

    /// Names of fields that only the origin of ``address`` may see even if they are among ``headers``.
    private static let originOnlyNames = ["authorization", "cookie", "if-none-match", "if-modified-since"]

    /// Returns the fields that a request to `address`, this request's own or that of a redirect, may contain. Secrets and
    /// validators go to the request's own origin only.
    func headers(for address: String) -> [Header] {
        guard address == self.address || WebAddress.origin(of: address) == WebAddress.origin(of: self.address) else {
            return headers.filter { field in !Self.originOnlyNames.contains(where: field.name.isFieldName) }
        }
        let fields = headers + credentials
        guard !fields.contains(where: { $0.name.isFieldName("authorization") }),
            let user = WebAddress.user(of: self.address)
        else { return fields }
        return fields + [
            Header("authorization", BasicAuthorization.headerValue(user: user.name, password: user.password))
        ]
    }
}
