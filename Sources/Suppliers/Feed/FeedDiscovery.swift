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
            case .feed(let feed): return found(feed)
            case .page(let linked): page = linked
            }
            guard page.feeds.isEmpty, let forward = page.forward else { break }
            address = forward
        }
        let deadline = dependencies.time.elapsed() + Self.guessingTime
        var known: [WebFeedSource.FoundFeed] = []
        if page.feeds.isEmpty {
            known = try await feeds(among: page.possibleFeeds, until: deadline)
            page.feeds = known.map { FeedLink(address: $0.address, title: $0.document.title) }
        }
        // Most blogs also link to a feed of comments, which users rarely want.
        let comments = page.feeds.filter { isOfComments($0.title ?? $0.address) }
        let own = page.feeds.filter { !comments.contains($0) }
        let feeds = own + comments
        guard let first = feeds.first else {
            return try await source(atCommonPathOf: address, except: page.possibleFeeds, until: deadline)
        }
        let isChoice = feeds.count > 1 && own.count != 1
        // Nothing requests the feeds that are not meant. One that the user chooses is requested once more.
        for feed in known where isChoice || feed.address != first.address {
            dependencies.probeCache?.remove(feed.address)
        }
        guard !isChoice else { return .choices(LinkedFeeds(title: page.title, feeds: feeds)) }
        let others = feeds.dropFirst()
        if let known = known.first(where: { $0.address == first.address }) { return found(known, beside: others) }
        return try await source(linkedBy: first, beside: others)
    }

    /// Returns the feed to which a page links.
    ///
    /// - Parameter others: Feeds of comments that the page also links to.
    private func source(
        linkedBy link: FeedLink, beside others: ArraySlice<FeedLink>
    ) async throws(SupplierError) -> SourceProbe {
        do throws(SupplierError) {
            guard case .feed(let feed) = try await probe(link.address) else {
                throw SupplierError(.malformed, Message("feedIsPage", ["address": .text(link.address)]))
            }
            return found(feed, beside: others)
        } catch  where error.isNotFound {
            // The page, whose address the user gave, is there.
            throw SupplierError(
                error.code, Message("feedIsMissing", ["address": .text(link.address)]), cause: error.cause)
        }
    }

    /// Returns the feeds at those of `addresses` that have one, each once.
    private func feeds(
        among addresses: [String], until deadline: Duration
    ) async throws(SupplierError) -> [WebFeedSource.FoundFeed] {
        var feeds: [WebFeedSource.FoundFeed] = []
        for candidate in addresses where dependencies.time.elapsed() < deadline {
            do {
                guard case .feed(let feed) = try await probe(candidate),
                    !feeds.contains(where: { $0.address == feed.address })
                else { continue }
                feeds.append(feed)
            } catch  where error.code != .cancelled {
                // The link only looked like one to a feed.
                continue
            }
        }
        return feeds
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
                guard case .feed(let feed) = try await probe(candidate) else { continue }
                return found(feed)
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
    /// - Parameter others: Feeds of comments that the page also links to.
    private func found(_ feed: WebFeedSource.FoundFeed, beside others: ArraySlice<FeedLink> = []) -> SourceProbe {
        let (document, address) = (feed.document, feed.address)
        let name = document.title ?? WebAddress.host(of: address) ?? address
        let offer =
            others.isEmpty
            ? nil : Message("commentsOffered", ["addresses": .list(others.map { .text($0.address) })])
        let warnings = [document.warning(about: .sent(by: name)), offer].compactMap(\.self)
        return .source(
            SourceDescription(
                id: SupplierKind.feed.sourceID(for: address), address: address, name: document.title),
            warning: .sentences(warnings), end: feed.end == address ? nil : feed.end)
    }
}
