public import EngineConcepts

/// Fetches pictures that tickets name, over the same transport as everything else: its limits, proxies and patience hold, and
/// nothing is sent that would tell readers apart.
public struct PictureFetch: Sendable {
    /// A picture as its server sent it.
    public struct Answer: Hashable, Sendable {
        /// The file. Whether it is a picture is for a decoder to say.
        public var bytes: [UInt8]
        /// Whether it may be kept.
        public var mayBeKept: Bool
    }

    private let transport: any Transport
    private let maximumBytes: Int
    private let time: any TimeSource

    /// Fetches no more than `maximumBytes` a picture.
    public init(transport: any Transport, maximumBytes: Int, time: any TimeSource) {
        self.transport = transport
        self.maximumBytes = maximumBytes
        self.time = time
    }

    /// The picture at `address`.
    public func picture(at address: String) async throws(SupplierError) -> Answer {
        let request = TransportRequest(
            address, headers: [TransportRequest.Header("accept", "image/webp,image/jpeg,image/png,image/gif")],
            maximumBytes: maximumBytes)
        return try await transport.send(request) { (response) async throws(SupplierError) -> Answer in
            guard response.status == 200 else { throw Self.refusal(response, now: time.now()) }
            if let length = response.header("content-length").flatMap({ Int($0) }), length > maximumBytes {
                throw SupplierError(
                    .limitExceeded,
                    Message("pictureTooLong", ["size": .bytes(length), "limit": .bytes(maximumBytes)]))
            }
            let control = response.header("cache-control")?.lowercased() ?? ""
            return Answer(bytes: try await response.body.collect(), mayBeKept: !control.contains("no-store"))
        }
    }

    /// The words for suppliers speak of asking again later, which nobody does for a picture.
    private static func refusal(_ response: TransportResponse, now: Timestamp) -> SupplierError {
        let host = WebAddress.endpoint(of: response.address) ?? "The server"
        return switch response.status {
        case 404, 410: SupplierError(.refused, Message("pictureNotFound", ["host": .text(host), "status": .number(response.status)]))
        default: HTTPStatus.error(response, now: now)
        }
    }
}
