import Networking

/// The validators of a response, by which a server tells if its document has changed since (RFC 9110 §8.8).
public struct HTTPValidators: Hashable, Sendable {
    /// The entity tag (`ETag`).
    public var entityTag: String?
    /// The `Last-Modified` field.
    public var lastModified: String?

    /// Creates the validators of a response, by default of one that has none.
    public init(entityTag: String? = nil, lastModified: String? = nil) {
        self.entityTag = entityTag
        self.lastModified = lastModified
    }

    /// Creates the validators of a response. One that says that the document is unchanged keeps those of the request: others
    /// are of a document that was not received, and would hide what it has (RFC 9111 §4.3.4).
    init(of response: TransportResponse, to previous: HTTPValidators = HTTPValidators()) {
        let known = response.status == 304 ? previous : HTTPValidators()
        entityTag = known.entityTag ?? response.header("etag")
        lastModified = known.lastModified ?? response.header("last-modified")
    }

    var isEmpty: Bool { entityTag == nil && lastModified == nil }

    /// The header fields of a request for the document unless it is unchanged.
    var headers: [TransportRequest.Header] {
        [
            entityTag.map { TransportRequest.Header("if-none-match", $0) },
            lastModified.map { TransportRequest.Header("if-modified-since", $0) },
        ]
        .compactMap(\.self)
    }
}
