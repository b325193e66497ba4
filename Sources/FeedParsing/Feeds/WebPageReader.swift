import WebText

/// Finds the feeds that a web page links to: `<link rel="alternate">` with a feed's type. Links in the text that look like
/// those to feeds, by their type, scheme, address, words or images, are only candidates.
enum WebPageReader {
    static func read(_ bytes: UnsafeBufferPointer<UInt8>, base: String?) -> LinkedFeeds {
        var sink = Sink(base: base)
        HTMLReader.read(bytes, into: &sink)
        return sink.page
    }

    private static let types = [
        "application/rss+xml", "application/atom+xml", "application/feed+json", "application/rdf+xml",
        "application/json", "text/xml", "application/xml",
    ]

    private struct Sink: HTMLSink {
        /// The maximum number of candidates, each of which costs a request.
        private static let maximumPossibleFeeds = 5

        private(set) var page = LinkedFeeds()
        private let pageAddress: String?
        private var base: String?
        /// The open link, if it may lead to a feed. `namesFeed` is true once an attribute says that it does.
        private var link: (address: String, namesFeed: Bool, title: String, text: ScalarCleaner)?
        private var isInTitle = false
        private var title = ScalarCleaner(keepsLines: false, capacity: 64)
        private var elements = 0

        init(base: String?) {
            pageAddress = base
            self.base = base
        }

        /// Feed links are usually at the top, but some pages have their head at the end, so no single element ends
        /// the search.
        var isFull: Bool { elements > 20_000 || page.feeds.count >= 50 }

        mutating func start(_ element: HTMLElement, _ attributes: HTMLAttributes) {
            elements += 1
            switch element.name {
            case "title": isInTitle = page.title == nil
            case "base":
                base = attributes.value("href").flatMap { WebAddress.resolve($0, base: base) } ?? base
            case "link": addLink(attributes)
            case "a": beginLink(attributes)
            case "meta": addForward(attributes)
            default: if link?.namesFeed == false, labelsNameFeed(attributes) { link?.namesFeed = true }
            }
        }

        mutating func end(_ element: HTMLElement) {
            switch element.name {
            case "title" where isInTitle:
                isInTitle = false
                page.title = String(decoding: title.finish(), as: UTF8.self).nonEmpty
            case "a": endLink()
            default: break
            }
        }

        mutating func text(_ bytes: UnsafeBufferPointer<UInt8>) {
            if isInTitle { title.clean(bytes) } else { link?.text.clean(bytes) }
        }

        /// Handles `<meta http-equiv="refresh" content="0; url=/blog/">`.
        private mutating func addForward(_ attributes: HTMLAttributes) {
            guard page.forward == nil, attributes.value("http-equiv")?.lowercased() == "refresh",
                let content = attributes.value("content"),
                let start = content.firstIndex(where: { $0 == ";" || $0 == "," })
            else { return }
            var target = content[content.index(after: start)...].drop { $0 == " " }
            if target.lowercased().hasPrefix("url") {
                let value = target.dropFirst(3).drop { $0 == " " }
                if value.first == "=" { target = value.dropFirst().drop { $0 == " " } }
            }
            if let quote = target.first, quote == "'" || quote == "\"" {
                target = target.dropFirst().prefix { $0 != quote }
            }
            page.forward = WebAddress.resolve(String(target), base: base).flatMap { WebAddress.isWeb($0) ? $0 : nil }
        }

        private mutating func addLink(_ attributes: HTMLAttributes) {
            let relations = (attributes.value("rel") ?? "").lowercased().split(separator: " ")
            guard relations.contains("feed") || relations.contains("alternate") && hasFeedType(attributes),
                let address = attributes.value("href").flatMap({ WebAddress.resolve($0, base: base) }),
                // A page must not lead to a command or a local file; only the user may enter those. Without the
                // page's address, relative links stay relative.
                WebAddress.isWeb(address) || (base == nil && !WebAddress.isAbsolute(address)),
                !address.contains("/wp-json/"),
                !page.feeds.contains(where: { $0.address == address })
            else { return }
            page.feeds.append(FeedLink(address: address, title: attributes.value("title")))
        }

        private mutating func beginLink(_ attributes: HTMLAttributes) {
            link = nil
            guard let pageAddress,
                let reference = attributes.value("href").flatMap({ WebAddress.resolve($0, base: base) })
            else { return }
            let feedTarget = WebAddress.address(ofFeed: reference)
            let target = feedTarget ?? reference
            guard WebAddress.isWeb(target), FeedLinkWords.areOfOneSite(target, pageAddress) else { return }
            let address = String(target.prefix { $0 != "#" })
            guard address != pageAddress else { return }
            let namesFeed = feedTarget != nil || hasFeedType(attributes) || labelsNameFeed(attributes)
            link = (address, namesFeed, attributes.value("title") ?? "", ScalarCleaner(keepsLines: false, capacity: 64))
        }

        private func hasFeedType(_ attributes: HTMLAttributes) -> Bool {
            attributes.value("type").map { types.contains(String($0.prefix { $0 != ";" }).lowercased()) } ?? false
        }

        /// Returns true if the text that stands for an image or an icon is like that of a link to a feed.
        private func labelsNameFeed(_ attributes: HTMLAttributes) -> Bool {
            [attributes.value("alt"), attributes.value("aria-label")]
                .contains { $0.map(FeedLinkWords.mayNameFeed(words:)) ?? false }
        }

        private mutating func endLink() {
            guard let (address, namesFeed, title, text) = link else { return }
            link = nil
            let words = "\(title) \(String(decoding: text.finish(), as: UTF8.self))"
            guard page.possibleFeeds.count < Self.maximumPossibleFeeds, !page.possibleFeeds.contains(address),
                namesFeed || FeedLinkWords.mayNameFeed(address) || FeedLinkWords.mayNameFeed(words: words)
            else { return }
            page.possibleFeeds.append(address)
        }
    }
}
