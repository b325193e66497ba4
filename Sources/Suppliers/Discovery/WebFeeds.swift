import EngineConcepts
import FeedParsing
import WebText

/// Feeds on the web.
enum WebFeeds {
    /// The maximum number of page redirects to follow.
    private static let maximumRedirects = 5

    static func make(_ source: SourceDescription, _ dependencies: SupplierDependencies) throws(SupplierError)
        -> any Supplier
    {
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

    static func probe(
        _ address: String, _ dependencies: SupplierDependencies, _ now: Timestamp
    ) async throws(SupplierError) -> SourceProbe {
        var page = WebPage()
        var address = address
        var visited: Set<String> = []
        while visited.insert(address).inserted, visited.count <= maximumRedirects {
            switch try await webSource(address, dependencies).probe(at: now) {
            case .feed(let document, let address, let end): return found(document, address, end)
            case .page(let found): page = found
            }
            guard page.feeds.isEmpty, let forward = page.forward else { break }
            address = forward
        }
        // Most blogs also link to a feed of comments, which users rarely want.
        let comments = page.feeds.filter { isOfComments($0.title ?? $0.address) }
        let own = page.feeds.filter { !comments.contains($0) }
        let feeds = own + comments
        guard let first = feeds.first else { return try await atCommonPath(of: address, dependencies, now) }
        guard feeds.count == 1 || own.count == 1 else { return .choices(WebPage(title: page.title, feeds: feeds)) }
        switch try await webSource(first.address, dependencies).probe(at: now)
        {
        case .feed(let document, let address, let end):
            return found(document, address, end, beside: feeds.dropFirst())
        case .page:
            throw SupplierError(.malformed, Message("feedIsPage", ["address": .text(first.address)]))
        }
    }

    /// Returns true if the title or address of a feed contains the word "comments" as a whole word.
    private static func isOfComments(_ name: String) -> Bool {
        name.lowercased().split { !$0.isLetter }.contains { $0 == "comments" || $0 == "comment" }
    }

    /// Tries the usual feed paths. Any response other than a feed means that there is none.
    private static func atCommonPath(
        of address: String, _ dependencies: SupplierDependencies, _ now: Timestamp
    ) async throws(SupplierError) -> SourceProbe {
        for candidate in CommonPaths.candidates(for: address) {
            do {
                if case .feed(let document, let address, let end) = try await webSource(candidate, dependencies)
                    .probe(at: now)
                {
                    return found(document, address, end)
                }
            } catch  where error.code == .refused || error.code == .malformed || error.code == .gone {
                continue
            }
        }
        let host = WebAddress.endpoint(of: address) ?? address
        throw SupplierError(.malformed, Message("noFeedFound", ["host": .text(host)]))
    }

    private static func webSource(_ address: String, _ dependencies: SupplierDependencies) -> WebFeedSource {
        WebFeedSource(
            address: address, transport: dependencies.transport, maximumItems: dependencies.maximumItems,
            probeCache: dependencies.probeCache)
    }

    /// - Parameters:
    ///   - end: The address of the document after redirects.
    ///   - others: Feeds of comments that the page also links to.
    private static func found(
        _ document: FeedDocument, _ address: String, _ end: String, beside others: ArraySlice<FeedLink> = []
    ) -> SourceProbe {
        let name = document.title ?? WebAddress.host(of: address) ?? address
        let offer =
            others.isEmpty
            ? nil : Message("commentsOffered", ["addresses": .list(others.map { .text($0.address) })])
        let remarks = [document.remark(on: .sent(by: name)), offer].compactMap(\.self)
        return .source(
            SourceDescription(id: SupplierRegistry.id(for: address), address: address, name: document.title),
            remark: .sentences(remarks), end: end == address ? nil : end)
    }
}
