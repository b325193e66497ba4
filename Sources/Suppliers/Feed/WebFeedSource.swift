import EngineConcepts

/// A feed on the web, read by conditional requests.
struct WebFeedSource: FeedDocumentSource {
    private static let accepted =
        "application/atom+xml, application/rss+xml, application/feed+json, application/rdf+xml, application/xml;q=0.9, "
        + "text/xml;q=0.9, application/json;q=0.8, text/html;q=0.5, */*;q=0.3"

    /// The address that the reader follows.
    let address: String
    /// The way there.
    let transport: any Transport

    func read(_ memory: FeedMemory, at now: Timestamp) async throws(SupplierError) -> FeedReading {
        try await transport.send(request(memory)) { response throws(SupplierError) in
            switch response.status {
            case 304: return FeedReading(document: nil, memory: remember(response, memory, digest: memory.digest))
            case 200...299: return try await parse(response, memory)
            default: throw HTTPStatus.error(response, now: now)
            }
        }
    }

    /// Reads the document whatever is known of it, and says what it is where it is no feed.
    func probe(at now: Timestamp) async throws(SupplierError) -> Probe {
        try await transport.send(request(FeedMemory())) { response throws(SupplierError) in
            guard (200...299).contains(response.status) else { throw HTTPStatus.error(response, now: now) }
            let parser = FeedParser(base: response.address, charset: response.charset)
            while let piece = try await response.body.next() { parser.take(piece) }
            do throws(FeedError) {
                return .feed(try parser.finish(), address: response.permanentAddress ?? address)
            } catch {
                if case .webPage(let page) = error { return .page(page) }
                throw Self.noFeed(error, response)
            }
        }
    }

    /// What stands at an address.
    enum Probe: Sendable {
        case feed(FeedDocument, address: String)
        case page(WebPage)
    }

    private func request(_ memory: FeedMemory) -> TransportRequest {
        var request = TransportRequest(memory.address ?? address, headers: [.init("accept", Self.accepted)])
        if let tag = memory.entityTag { request.headers.append(.init("if-none-match", tag)) }
        if let time = memory.lastModified { request.headers.append(.init("if-modified-since", time)) }
        return request
    }

    private func parse(_ response: TransportResponse, _ memory: FeedMemory) async throws(SupplierError) -> FeedReading {
        let parser = FeedParser(base: response.address, charset: response.charset)
        let hasValidators = response.header("etag") != nil || response.header("last-modified") != nil
        var digest = DocumentDigest()
        while let piece = try await response.body.next() {
            if !hasValidators { digest.combine(piece) }
            parser.take(piece)
        }
        let remembered = remember(response, memory, digest: hasValidators ? nil : digest.value)
        if !hasValidators, memory.digest == digest.value { return FeedReading(document: nil, memory: remembered) }
        do {
            return FeedReading(document: try parser.finish(), memory: remembered)
        } catch {
            throw Self.noFeed(error, response)
        }
    }

    private func remember(_ response: TransportResponse, _ memory: FeedMemory, digest: Int64?) -> FeedMemory {
        var remembered = FeedMemory()
        remembered.address = response.permanentAddress ?? memory.address
        let isUnchanged = response.status == 304
        remembered.entityTag = response.header("etag") ?? (isUnchanged ? memory.entityTag : nil)
        remembered.lastModified = response.header("last-modified") ?? (isUnchanged ? memory.lastModified : nil)
        remembered.digest = digest
        return remembered
    }

    private static func noFeed(_ error: FeedError, _ response: TransportResponse) -> SupplierError {
        let host = WebAddress.endpoint(of: response.address) ?? "The source"
        var advice = ""
        if case .webPage(let page) = error, let feed = page.feeds.first { advice = ": \(feed.address)" }
        return SupplierError(.malformed, "What \(host) sent \(error.words)\(advice).")
    }
}
