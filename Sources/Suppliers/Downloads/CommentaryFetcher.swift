public import EngineConcepts
import Networking
import WebText

/// Gets the lists of notes on authors, over the common transport with its limits, proxies and rate limits, or from local
/// files. A list of a server is requested with its validators, like a feed.
public struct CommentaryFetcher: Sendable {
    /// A response.
    public struct Answer: Hashable, Sendable {
        /// The content with its declared media type, or `nil` if it is unchanged.
        public var content: Content?
        /// The validators for the next request.
        public var validators: HTTPValidators
        /// The freshness lifetime that the server gives, or `nil` if it gives none.
        public var freshFor: Duration?
    }

    /// The content of a list.
    public struct Content: Hashable, Sendable {
        public var bytes: [UInt8]
        /// The media type, or `nil` if none is declared.
        public var type: String?
    }

    private let transport: any Transport
    private let polling: FeedPolling
    private let maximumBytes: Int

    /// Creates a fetcher of lists of at most `maximumBytes`.
    public init(_ dependencies: SupplierDependencies, maximumBytes: Int) {
        transport = dependencies.transport
        polling = dependencies.polling
        self.maximumBytes = maximumBytes
    }

    /// Requests the list at a web address.
    public func list(
        at address: String, _ validators: HTTPValidators, now: Timestamp
    ) async throws(SupplierError) -> Answer {
        let accept = TransportRequest.Header("accept", "application/toml, application/json, text/csv, */*;q=0.5")
        let request = TransportRequest(address, headers: [accept] + validators.headers, maximumBytes: maximumBytes)
        return try await transport.send(request) { response throws(SupplierError) in
            let isUnchanged = response.status == 304
            guard isUnchanged || response.isSuccess else {
                throw HTTPStatus.error(response, now: now, isFollowed: true)
            }
            let bytes = isUnchanged ? nil : try await response.body.collect()
            return Answer(
                content: bytes.map { Content(bytes: $0, type: response.header("content-type")) },
                validators: HTTPValidators(of: response, to: validators),
                freshFor: HTTPFreshness.lifetime(of: response, now: now))
        }
    }

    /// Reads the list in a local file, whose state is its entity tag.
    public func list(inFile path: String, _ validators: HTTPValidators) throws(SupplierError) -> Answer {
        let file = try LocalFile(path)
        let found = HTTPValidators(entityTag: file.stamp)
        guard found != validators else { return Answer(content: nil, validators: found, freshFor: nil) }
        guard file.size <= maximumBytes else {
            throw SupplierError(
                .limitExceeded, Message("fileTooLong", ["path": .text(path), "limit": .bytes(maximumBytes)]))
        }
        return Answer(content: Content(bytes: try file.read(from: 0), type: nil), validators: found, freshFor: nil)
    }

    /// Returns the time of the next regular request for a list, by the rules of feeds: more rarely the longer it has not
    /// changed, never before the response expires.
    ///
    /// - Parameters:
    ///   - changed: The time when the list last changed, or `nil` if it is unknown.
    ///   - interval: The user's interval, which replaces the rules, or `nil` for none.
    public func due(
        after now: Timestamp, changed: Timestamp?, freshFor: Duration?, every interval: Duration?, of address: String
    ) -> Timestamp {
        if let interval { return now.advanced(by: interval) }
        return FeedPace(changed: changed)
            .due(after: now, freshFor: freshFor, polling, of: SupplierID("commentary:\(address)"))
    }
}
