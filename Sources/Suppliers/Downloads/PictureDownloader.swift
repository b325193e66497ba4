public import EngineConcepts
public import Networking

/// Downloads the pictures of items over the common transport, with its limits, proxies and rate limits. Sends nothing
/// that identifies the user.
public struct PictureDownloader: Sendable {
    /// A picture as sent by its server.
    public struct Answer: Hashable, Sendable {
        /// The bytes of the file, which have not been checked to be a picture.
        public var bytes: [UInt8]
        /// True if the picture may be cached.
        public var mayBeKept: Bool
    }

    private let transport: any Transport
    private let maximumBytes: Int
    private let time: any TimeSource

    /// Creates a downloader for pictures of at most `maximumBytes`.
    public init(transport: any Transport, maximumBytes: Int, time: any TimeSource) {
        self.transport = transport
        self.maximumBytes = maximumBytes
        self.time = time
    }

    /// Returns the picture at `address`.
    public func picture(at address: String) async throws(SupplierError) -> Answer {
        let request = TransportRequest(
            address, headers: [TransportRequest.Header("accept", "image/webp,image/jpeg,image/png,image/gif")],
            maximumBytes: maximumBytes)
        return try await transport.send(request) { (response) async throws(SupplierError) -> Answer in
            guard response.status == 200 else { throw Self.refusal(response, now: time.now()) }
            if let length = response.header("content-length").flatMap({ Int($0) }), length > maximumBytes {
                throw SupplierError(
                    .limitExceeded, Message("pictureTooLong", ["size": .bytes(length), "limit": .bytes(maximumBytes)]))
            }
            let control = response.header("cache-control")?.lowercased() ?? ""
            return Answer(bytes: try await response.body.collect(), mayBeKept: !control.contains("no-store"))
        }
    }

    /// Returns the error for a status. The messages for sources announce a retry, which pictures do not get.
    private static func refusal(_ response: TransportResponse, now: Timestamp) -> SupplierError {
        guard [404, 410].contains(response.status) else { return HTTPStatus.error(response, now: now) }
        return SupplierError(
            .refused,
            Message("pictureNotFound", ["host": .text(response.endpoint), "status": .number(response.status)]))
    }
}
