import EngineConcepts
import FeedParsing
import Networking
import WebText

/// A feed on the web, read by conditional requests.
struct WebFeedSource: Sendable {
    private static let accepted =
        "application/atom+xml, application/rss+xml, application/feed+json, application/rdf+xml, application/xml;q=0.9, "
        + "text/xml;q=0.9, application/json;q=0.8, text/html;q=0.5, */*;q=0.3"

    /// The configured address.
    var address: String
    /// The network access.
    let transport: any Transport
    /// The maximum number of items read from a document.
    var maximumItems = FeedParser.defaultMaximumItems
    /// The responses from when feeds were added, or `nil` without a cache.
    var probeCache: ProbeCache?

    /// The maximum number of steps from an archive to the newest items or the next archive.
    private static let maximumSteps = 10

    /// Reads the feed's document, unless `memory` shows that it is unchanged.
    func read(_ memory: FeedMemory, at now: Timestamp) async throws(SupplierError) -> FeedReadResult {
        var known = memory
        if case .up(let newest)? = memory.pages {
            if let result = try await readUpwards(from: newest, memory, at: now) { return result }
            known.pages = nil
            known.forgetDocument()
        }
        let result = try await readFirst(known, at: now)
        guard known.pages == nil, result.document?.mayLeadUpwards(at: result.address) ?? false else { return result }
        do {
            return try await readPagesAbove(result, of: known.address ?? address, at: now)
        } catch {
            // This document is valid, but the other pages may have newer items. The next request gets it in any case.
            var result = result
            result.isUpToDate = false
            result.memory.forgetDocument()
            return result
        }
    }

    /// Reads the document at the feed's address. If it is an archive, follows its links to the feed.
    private func readFirst(_ memory: FeedMemory, at now: Timestamp) async throws(SupplierError) -> FeedReadResult {
        let first = try await readDocument(memory, at: now)
        return try await newest(from: first, \.document, visited: [address, first.address]) {
            target throws(SupplierError) in
            var known = memory
            known.address = target
            known.forgetDocument()
            return try await readDocument(known, at: now)
        }
    }

    /// Follows the links of archives to the feed to which they belong, as far as they lead to documents.
    private func newest<Found>(
        from first: Found, _ document: (Found) -> FeedDocument?, visited: Set<String>,
        _ read: (_ target: String) async throws(SupplierError) -> Found
    ) async throws(SupplierError) -> Found {
        var (found, visited) = (first, visited)
        while let target = document(found)?.newer, visited.insert(target).inserted, visited.count < Self.maximumSteps {
            do {
                let newer = try await read(target)
                guard document(newer) != nil else { break }
                found = newer
            } catch  where error.isMissingOrUnreadable {
                // An archive without a usable link is still the requested feed.
                break
            }
        }
        return found
    }

    /// Reads a document. The first reading of a feed confirms the response from when it was added.
    private func readDocument(_ memory: FeedMemory, at now: Timestamp) async throws(SupplierError) -> FeedReadResult {
        guard memory == FeedMemory(), let cached = probeCache?.answer(of: address) else {
            return try await requestDocument(memory, at: now, cached: nil)
        }
        var known = memory
        known.validators = HTTPValidators(ofDocumentWith: cached.headers)
        let result = try await requestDocument(known, at: now, cached: cached)
        probeCache?.remove(address)
        return result
    }

    /// Requests the document. If the server says that `cached` is still current, that is parsed.
    func requestDocument(
        _ memory: FeedMemory, at now: Timestamp, cached: ProbeCache.Answer?
    ) async throws(SupplierError) -> FeedReadResult {
        let request = request(memory.address ?? address, memory.validators)
        return try await transport.send(request) { response throws(SupplierError) in
            switch response.status {
            case 304 where cached != nil:
                return try await parse(cached.map(response.bringing) ?? response, memory: memory, now: now)
            case 304:
                return FeedReadResult(
                    document: nil, memory: remember(response, memory, digest: memory.digest),
                    freshFor: HTTPFreshness.lifetime(of: response, now: now))
            case 200...299: return try await parse(response, memory: memory, now: now)
            default: throw HTTPStatus.error(response, now: now, isFollowed: true)
            }
        }
    }

    /// Requests the page at `location`, or the feed's own document if that is `nil`, even if it is unchanged.
    func page(
        _ location: FeedPageLocation?, _ memory: FeedMemory, at now: Timestamp
    ) async throws(SupplierError) -> FeedPageAnswer {
        let feed = memory.address ?? address
        let target =
            switch location?.addressing {
            case .linked(let address), .archive(let address): address
            case .numbered: WordPress.address(of: location?.number ?? 1, in: feed)
            case nil: feed
            }
        let isGuess = memory.isGuess(location)
        return try await transport.send(request(target)) { response throws(SupplierError) in
            let refusal = FeedPageAnswer(content: .refused, address: response.address)
            if location != nil, [404, 410].contains(response.status) {
                return FeedPageAnswer(content: .missing(status: response.status), address: response.address)
            }
            guard response.isSuccess else {
                // A server that blocks or delays the request says nothing about the page.
                if isGuess, (400...499).contains(response.status), ![401, 403, 408, 429].contains(response.status) {
                    return refusal
                }
                throw HTTPStatus.error(response, now: now, isFollowed: true)
            }
            let parser = parser(of: response)
            var bytes = 0
            while parser.wantsMore, let piece = try await response.body.next() {
                bytes += piece.count
                parser.append(piece)
            }
            do throws(FeedError) {
                let document = try parser.finish(of: response)
                return FeedPageAnswer(content: .document(document), address: response.address, bytes: bytes)
            } catch {
                if isGuess, bytes > 0 { return refusal }
                throw Self.noFeed(error, response)
            }
        }
    }

    /// Reads the document unconditionally and reports what it is if it is not a feed. If it is an archive, follows
    /// its links to the feed.
    func probe(at now: Timestamp) async throws(SupplierError) -> Probe {
        let first = try await probeDocument(at: now)
        return try await newest(from: first, \.document, visited: [address]) { target throws(SupplierError) in
            var source = self
            source.address = target
            return try await source.probeDocument(at: now)
        }
    }

    private func probeDocument(at now: Timestamp) async throws(SupplierError) -> Probe {
        try await transport.send(request(address)) { response throws(SupplierError) in
            guard response.isSuccess else { throw HTTPStatus.error(response, now: now) }
            let parser = parser(of: response)
            let mayBeKept = !HTTPValidators(of: response).isEmpty
            var body: [UInt8]? = mayBeKept && probeCache != nil ? [] : nil
            while parser.wantsMore, let piece = try await response.body.next() {
                parser.append(piece)
                // In place: a copy for each piece would take quadratic time.
                if (body?.count ?? 0) + piece.count > ProbeCache.maximumLength { body = nil }
                body?.append(contentsOf: piece)
            }
            do throws(FeedError) {
                let document = try parser.finish(of: response)
                let source = response.permanentAddress ?? address
                if let body, !document.isTruncated {
                    let answer = ProbeCache.Answer(
                        source: source, headers: response.headers, body: body)
                    probeCache?.store(answer, now: now)
                }
                return .feed(FoundFeed(document: document, address: source, end: response.address))
            } catch {
                if case .webPage(let page) = error { return .page(page) }
                throw Self.noFeed(error, response)
            }
        }
    }

    private func parser(of response: TransportResponse) -> FeedParser {
        FeedParser(base: response.address, charset: response.charset, maximumItems: maximumItems)
    }

    /// The kind of document at an address.
    enum Probe: Sendable {
        case feed(FoundFeed)
        case page(LinkedFeeds)

        fileprivate var document: FeedDocument? {
            if case .feed(let feed) = self { feed.document } else { nil }
        }
    }

    /// A feed, with its addresses.
    struct FoundFeed: Sendable {
        let document: FeedDocument
        /// The address to follow.
        let address: String
        /// The address of the document after all redirects.
        let end: String
    }

    private func request(_ address: String, _ validators: HTTPValidators = HTTPValidators()) -> TransportRequest {
        TransportRequest(address, headers: [TransportRequest.Header("accept", Self.accepted)] + validators.headers)
    }

    private func parse(
        _ response: TransportResponse, memory: FeedMemory, now: Timestamp
    ) async throws(SupplierError) -> FeedReadResult {
        let parser = parser(of: response)
        let hasValidators = !HTTPValidators(of: response).isEmpty
        var digest = DocumentDigest()
        var bytes = 0
        // Without validators most documents come unchanged: they are not parsed before they are known to differ.
        var unparsed: [[UInt8]]? = !hasValidators && memory.digest != nil ? [] : nil
        while parser.wantsMore, let piece = try await response.body.next() {
            if !hasValidators { digest.combine(piece) }
            bytes += piece.count
            if unparsed == nil { parser.append(piece) } else { unparsed?.append(piece) }
            if bytes > Self.maximumUnparsedBytes { Self.parse(&unparsed, by: parser) }
        }
        var remembered = remember(response, memory, digest: hasValidators ? nil : digest.value)
        let freshFor = HTTPFreshness.lifetime(of: response, now: now)
        if !hasValidators, memory.digest == digest.value {
            return FeedReadResult(document: nil, memory: remembered, freshFor: freshFor, bytes: bytes)
        }
        Self.parse(&unparsed, by: parser)
        do {
            let document = try parser.finish(of: response)
            // Validators stand for the complete document.
            if document.isTruncated { remembered.validators = HTTPValidators() }
            return FeedReadResult(
                document: document, address: response.address, memory: remembered, freshFor: freshFor, bytes: bytes)
        } catch {
            throw Self.noFeed(error, response)
        }
    }

    /// The largest document in bytes that is held in memory until it is known to differ.
    private static let maximumUnparsedBytes = 16 << 20

    /// Parses the pieces that were held back; later ones are parsed as they come.
    private static func parse(_ unparsed: inout [[UInt8]]?, by parser: FeedParser) {
        for piece in unparsed ?? [] { parser.append(piece) }
        unparsed = nil
    }

    private func remember(_ response: TransportResponse, _ memory: FeedMemory, digest: Int64?) -> FeedMemory {
        var remembered = memory
        remembered.address = response.permanentAddress ?? memory.address
        if remembered.address != nil { remembered.origin = address }
        remembered.validators = HTTPValidators(of: response, to: memory.validators)
        remembered.digest = digest
        // Counted from the document that was read now.
        remembered.due = nil
        return remembered
    }

    private static func noFeed(_ error: FeedError, _ response: TransportResponse) -> SupplierError {
        SupplierError(.malformed, error.message(about: .sent(by: response.endpoint)), cause: error.cause)
    }
}

extension FeedParser {
    /// Ends the document that was the body of `response`, and adds what the header says.
    fileprivate func finish(of response: TransportResponse) throws(FeedError) -> FeedDocument {
        var document = try finish()
        document.addLinks(of: response)
        if response.body.hasChecksumError { document.hasChecksumError = true }
        return document
    }
}

extension TransportResponse {
    /// Returns the response with the body of `cached`, which it confirmed as current.
    fileprivate func bringing(_ cached: ProbeCache.Answer) -> TransportResponse {
        var answer = self
        answer.status = 200
        answer.headers = cached.headers.merging(headers) { $1 }
        // These fields describe the empty body of this response, not the stored one.
        for name in ["content-type", "content-length", "content-encoding"] {
            answer.headers[name] = cached.headers[name]
        }
        answer.body = TransportBody(cached.bytes)
        return answer
    }
}

extension FeedDocument {
    /// The address of newer items if the document is an archive, or `nil` otherwise.
    fileprivate var newer: String? {
        guard isArchive else { return nil }
        return [current, nextArchive].lazy.compactMap(\.self)
            .first { WebAddress.isWeb($0) && $0 != selfLink }
    }
}
