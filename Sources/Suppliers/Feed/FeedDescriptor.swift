public import EngineConcepts
import FeedParsing
import WebText

extension SupplierKind {
    /// Feeds on the web.
    public static let feed: SupplierKind = "feed"
}

/// RSS, Atom and JSON feeds on the web, and the pages that link to them.
struct FeedDescriptor: SourceDescriptor {
    let kind = SourceKind(
        id: .feed, name: "feed", title: Message("kindFeed"), otherNames: ["rss", "atom", "jsonfeed"],
        glyph: SourceKind.Glyph("≡", ascii: "="), colorRole: "kind-feed",
        addressPrefixes: ["http:", "https:"],
        addressForms: [SourceKind.AddressForm("https://HOST/PATH", help: Message("addressFormWeb"))])

    /// The maximum number of page redirects to follow.
    private static let maximumRedirects = 5

    var siteRules: [SiteRule] { FeedSiteRules.all }

    /// Recognises `feed:` and `feeds:` addresses, profiles (`@name@host`), and hosts without a scheme.
    func address(meantBy text: String) -> String? {
        Self.feedAddress(of: text) ?? Self.profile(of: text) ?? Self.webAddress(startingWithHost: text)
    }

    /// Returns the address of `feed:…` or `feeds:…`: `feed://` becomes `http://`, `feeds://` becomes `https://`, and
    /// the prefix of a whole web address is removed. Returns `nil` for `feed:NAME@ACCOUNT`, a custom feed of a network.
    private static func feedAddress(of text: String) -> String? {
        for (prefix, scheme) in ["feeds:": "https", "feed:": "http"] where text.lowercased().hasPrefix(prefix) {
            let bare = text.dropFirst(prefix.count).drop { $0 == "/" }
            let isWhole = ["http:", "https:"].contains(where: bare.lowercased().hasPrefix)
            let isOnWeb =
                isWhole || text.dropFirst(prefix.count).hasPrefix("/") || bare.contains(".") && !bare.contains("@")
            guard isOnWeb, !bare.hasPrefix("at:") else { return nil }
            return isWhole ? String(bare) : "\(scheme)://\(bare)"
        }
        return nil
    }

    /// Returns the profile page of `@name@host`, or `nil` for other text.
    private static func profile(of text: String) -> String? {
        let parts = text.split(separator: "@", omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0].isEmpty, !parts[1].isEmpty, parts[2].contains("."),
            !text.contains(where: \.isWhitespace)
        else { return nil }
        return "https://\(parts[2])/@\(parts[1])"
    }

    /// Returns the https address of a host, with a port and a path if given.
    private static func webAddress(startingWithHost text: String) -> String? {
        // Paths begin with these.
        guard let first = text.first, !"/.~".contains(first) else { return nil }
        let isBare =
            WebAddress.scheme(of: text) == nil
            || text.prefix { $0 != "/" }.split(separator: ":").last?.allSatisfy(\.isNumber) == true
        return isBare && text.contains(".") || text.hasPrefix("localhost") ? "https://\(text)" : nil
    }

    func webAddress(of address: String) -> String? {
        WebAddress.isWeb(address) ? address : nil
    }

    func supplier(
        for source: SourceDescription, _ dependencies: SupplierDependencies
    ) throws(SupplierError) -> any Supplier {
        guard WebAddress.host(of: source.address) != nil else {
            throw SupplierError(.unsupported, Message("noHost", ["address": .text(source.address)]))
        }
        return FeedSupplier(
            id: source.id, name: source.shownName,
            isNamed: source.name != nil, address: source.address,
            transport: dependencies.transport(to: source.address, with: source.access),
            polling: dependencies.polling, maximumItems: dependencies.maximumItems,
            probeCache: source.access == nil ? dependencies.probeCache : nil)
    }

    func probe(
        _ address: String, _ dependencies: SupplierDependencies, now: Timestamp
    ) async throws(SupplierError) -> SourceProbe {
        var page = LinkedFeeds()
        var address = address
        var visited: Set<String> = []
        while visited.insert(address).inserted, visited.count <= Self.maximumRedirects {
            switch try await webSource(address, dependencies).probe(at: now) {
            case .feed(let document, let address, let end): return found(document, at: address, end: end)
            case .page(let found): page = found
            }
            guard page.feeds.isEmpty, let forward = page.forward else { break }
            address = forward
        }
        if page.feeds.isEmpty { page.feeds = try await feeds(among: page.possibleFeeds, dependencies, now) }
        // Most blogs also link to a feed of comments, which users rarely want.
        let comments = page.feeds.filter { isOfComments($0.title ?? $0.address) }
        let own = page.feeds.filter { !comments.contains($0) }
        let feeds = own + comments
        guard let first = feeds.first else { return try await atCommonPath(of: address, dependencies, now) }
        guard feeds.count == 1 || own.count == 1 else { return .choices(LinkedFeeds(title: page.title, feeds: feeds)) }
        do throws(SupplierError) {
            switch try await webSource(first.address, dependencies).probe(at: now) {
            case .feed(let document, let address, let end):
                return found(document, at: address, end: end, beside: feeds.dropFirst())
            case .page:
                throw SupplierError(.malformed, Message("feedIsPage", ["address": .text(first.address)]))
            }
        } catch  where error.isNotFound {
            // The page, whose address the user gave, is there.
            throw SupplierError(
                error.code, Message("feedIsMissing", ["address": .text(first.address)]), cause: error.cause)
        }
    }

    /// Returns the feeds at those of `addresses` that have one.
    private func feeds(
        among addresses: [String], _ dependencies: SupplierDependencies, _ now: Timestamp
    ) async throws(SupplierError) -> [FeedLink] {
        var feeds: [FeedLink] = []
        for candidate in addresses {
            do {
                let found = try await webSource(candidate, dependencies).probe(at: now)
                guard case .feed(let document, let address, _) = found else { continue }
                guard !feeds.contains(where: { $0.address == address }) else { continue }
                feeds.append(FeedLink(address: address, title: document.title))
            } catch  where error.code != .cancelled {
                continue
            }
        }
        return feeds
    }

    /// Returns true if the title or address of a feed contains the word "comments" as a whole word.
    private func isOfComments(_ name: String) -> Bool {
        name.lowercased().split { !$0.isLetter }.contains { $0 == "comments" || $0 == "comment" }
    }

    /// Tries the usual feed paths. Any response other than a feed means that there is none.
    private func atCommonPath(
        of address: String, _ dependencies: SupplierDependencies, _ now: Timestamp
    ) async throws(SupplierError) -> SourceProbe {
        for candidate in commonAddresses(for: address) {
            do {
                if case .feed(let document, let address, let end) = try await webSource(candidate, dependencies)
                    .probe(at: now)
                {
                    return found(document, at: address, end: end)
                }
            } catch  where error.isMissingOrUnreadable {
                continue
            }
        }
        let host = DisplayAddress.host(of: address)
        throw SupplierError(.malformed, Message("noFeedFound", ["host": .text(host)]))
    }

    /// Returns the addresses at which sites usually have their feed: below the page first, then at the site's root.
    private func commonAddresses(for address: String) -> [String] {
        guard let page = PageAddress(address) else { return [] }
        let paths = ["feed", "rss", "feed.xml", "rss.xml", "atom.xml", "index.xml", "feed.json"]
        let top = paths.map { "\(page.origin)/\($0)" }
        guard let section = page.path.first, page.path.count == 1, !section.contains(".") else { return top }
        return paths.prefix(3).map { "\(page.origin)/\(section)/\($0)" } + top
    }

    private func webSource(_ address: String, _ dependencies: SupplierDependencies) -> WebFeedSource {
        WebFeedSource(
            address: address, transport: dependencies.transport, maximumItems: dependencies.maximumItems,
            probeCache: dependencies.probeCache)
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
            SourceDescription(id: kind.id.sourceID(for: address), address: address, name: document.title),
            warning: .sentences(warnings), end: end == address ? nil : end)
    }
}
