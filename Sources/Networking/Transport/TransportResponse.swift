public import EngineConcepts
import Synchronization
import WebText

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

    /// True if the request was successful (2xx).
    package var isSuccess: Bool { (200...299).contains(status) }

    /// The host that answered, for messages.
    package var host: String { DisplayAddress.host(of: address) }

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
            return TextSanitizer.line(String(parts[1])).filter { $0 != "\"" && $0 != "'" }.nonEmpty
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
