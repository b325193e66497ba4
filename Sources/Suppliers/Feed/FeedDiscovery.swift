import EngineConcepts
import FeedParsing
import WebText

/// Finds the feed that the user means by the address of a feed or of a page.
struct FeedDiscovery {
    /// The maximum number of page redirects to follow.
    private static let maximumRedirects = 5
    /// The time after which no other guess is requested. The request of the last one can take longer.
    private static let guessingTime = Duration.seconds(20)

    let dependencies: SupplierDependencies
    let now: Timestamp

    /// Returns the feed at `address`, or else the one to which its page links, or a choice if there are several. Without any
    /// link, tries the addresses at which sites usually have their feed, for a limited time.
    func source(at address: String) async throws(SupplierError) -> SourceProbe {
        var page = LinkedFeeds()
        var address = address
        var visited: Set<String> = []
        while visited.insert(address).inserted, visited.count <= Self.maximumRedirects {
            switch try await probe(address) {
            case .feed(let document, let address, let end): return found(document, at: address, end: end)
            case .page(let linked): page = linked
            }
            guard page.feeds.isEmpty, let forward = page.forward else { break }
            address = forward
        }
        let deadline = dependencies.time.elapsed() + Self.guessingTime
        var answers: [String: WebFeedSource.Probe] = [:]
        if page.feeds.isEmpty { (page.feeds, answers) = try await feeds(among: page.possibleFeeds, until: deadline) }
        // Most blogs also link to a feed of comments, which users rarely want.
        let comments = page.feeds.filter { isOfComments($0.title ?? $0.address) }
        let own = page.feeds.filter { !comments.contains($0) }
        let feeds = own + comments
        guard let first = feeds.first else {
            return try await source(atCommonPathOf: address, except: page.possibleFeeds, until: deadline)
        }
        guard feeds.count == 1 || own.count == 1 else { return .choices(LinkedFeeds(title: page.title, feeds: feeds)) }
        return try await source(linkedBy: first, answers[first.address], beside: feeds.dropFirst())
    }

    /// Returns the feed to which a page links.
    ///
    /// - Parameters:
    ///   - known: The answer of the link if it was requested already.
    ///   - others: Feeds of comments that the page also links to.
    private func source(
        linkedBy link: FeedLink, _ known: WebFeedSource.Probe?, beside others: ArraySlice<FeedLink>
    ) async throws(SupplierError) -> SourceProbe {
        do throws(SupplierError) {
            let answer = if let known { known } else { try await probe(link.address) }
            switch answer {
            case .feed(let document, let address, let end):
                return found(document, at: address, end: end, beside: others)
            case .page: throw SupplierError(.malformed, Message("feedIsPage", ["address": .text(link.address)]))
            }
        } catch  where error.isNotFound {
            // The page, whose address the user gave, is there.
            throw SupplierError(
                error.code, Message("feedIsMissing", ["address": .text(link.address)]), cause: error.cause)
        }
    }

    /// Returns the feeds at those of `addresses` that have one, and what was read of them, by address.
    private func feeds(
        among addresses: [String], until deadline: Duration
    ) async throws(SupplierError) -> (links: [FeedLink], answers: [String: WebFeedSource.Probe]) {
        var links: [FeedLink] = []
        var answers: [String: WebFeedSource.Probe] = [:]
        for candidate in addresses where dependencies.time.elapsed() < deadline {
            do {
                let answer = try await probe(candidate)
                guard case .feed(let document, let address, _) = answer, answers[address] == nil else { continue }
                links.append(FeedLink(address: address, title: document.title))
                answers[address] = answer
            } catch  where error.code != .cancelled {
                // The link only looked like one to a feed.
                continue
            }
        }
        return (links, answers)
    }

    /// Returns true if the title or address of a feed contains the word "comments" as a whole word.
    private func isOfComments(_ name: String) -> Bool {
        name.lowercased().split { !$0.isLetter }.contains { $0 == "comments" || $0 == "comment" }
    }

    /// Tries the usual feed paths, except `tried`. Any response other than a feed means that there is none.
    private func source(
        atCommonPathOf address: String, except tried: [String], until deadline: Duration
    ) async throws(SupplierError) -> SourceProbe {
        let endpoint = DisplayAddress.endpoint(of: address)
        for candidate in commonAddresses(for: address) where !tried.contains(candidate) {
            guard dependencies.time.elapsed() < deadline else {
                throw SupplierError(
                    .timedOut,
                    Message("feedSearchTimedOut", ["host": .text(endpoint), "duration": .duration(Self.guessingTime)]))
            }
            do {
                guard case .feed(let document, let address, let end) = try await probe(candidate) else { continue }
                return found(document, at: address, end: end)
            } catch  where error.isMissingOrUnreadable {
                continue
            }
        }
        throw SupplierError(.malformed, Message("noFeedFound", ["host": .text(endpoint)]))
    }

    /// Returns the addresses at which sites usually have their feed: below the page first, then at the site's root.
    private func commonAddresses(for address: String) -> [String] {
        guard let page = PageAddress(address) else { return [] }
        let paths = ["feed", "rss", "feed.xml", "rss.xml", "atom.xml", "index.xml", "feed.json"]
        let top = paths.map { "\(page.origin)/\($0)" }
        guard let section = page.path.first, page.path.count == 1, !section.contains(".") else { return top }
        return paths.prefix(3).map { "\(page.origin)/\(section)/\($0)" } + top
    }

    private func probe(_ address: String) async throws(SupplierError) -> WebFeedSource.Probe {
        try await WebFeedSource(
            address: address, transport: dependencies.transport, maximumItems: dependencies.maximumItems,
            probeCache: dependencies.probeCache
        )
        .probe(at: now)
    }

    /// Returns the source of a feed that was found.
    ///
    /// - Parameters:
    ///   - end: The address of the document after redirects.
    ///   - others: Feeds of comments that the page also links to.
    private func found(
        _ document: FeedDocument, at address: String, end: String, beside others: ArraySlice<FeedLink> = []
    ) -> SourceProbe {
        let name = document.title ?? WebAddress.host(of: address) ?? address
        let offer =
            others.isEmpty
            ? nil : Message("commentsOffered", ["addresses": .list(others.map { .text($0.address) })])
        let warnings = [document.warning(about: .sent(by: name)), offer].compactMap(\.self)
        return .source(
            SourceDescription(
                id: SupplierKind.feed.sourceID(for: address), address: address, name: document.title),
            warning: .sentences(warnings), end: end == address ? nil : end)
    }
}
