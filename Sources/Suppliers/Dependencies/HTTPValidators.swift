import EngineConcepts
import Networking
import WebText

/// The validators of a response, by which a server tells if its document has changed since (RFC 9110 §8.8).
public struct HTTPValidators: Hashable, Sendable {
    /// The entity tag (`ETag`).
    public var entityTag: String?
    /// The `Last-Modified` field, unless it is weak: a document that was received within a second of its last change can have
    /// changed again in that second (RFC 9110 §8.8.2.2).
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
        let received = HTTPValidators(ofDocumentWith: response.headers)
        entityTag = known.entityTag ?? received.entityTag
        lastModified = known.lastModified ?? received.lastModified
    }

    /// Creates the validators of a document that was received with these header fields, named in lower case.
    init(ofDocumentWith headers: [String: String]) {
        entityTag = headers["etag"]
        lastModified = headers["last-modified"].flatMap { Self.isStrong($0, sent: headers["date"]) ? $0 : nil }
    }

    /// Returns true if a document with this `Last-Modified` field was sent at least a second later, or if that is unknown.
    private static func isStrong(_ lastModified: String, sent date: String?) -> Bool {
        guard let changed = FeedDate.parse(lastModified), let sent = date.flatMap({ FeedDate.parse($0) }) else {
            return true
        }
        return sent.since(changed) >= .seconds(1)
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
