import EngineConcepts

/// What a feed's document means to the engine: items to place, and how far back they are complete.
struct FeedWindow {
    private let document: FeedDocument

    /// Reads `document`.
    init(_ document: FeedDocument) {
        self.document = document
    }

    /// The items, in document order.
    var items: [SourceItem] {
        document.items.enumerated().map { index, item in sourceItem(item, at: index) }
    }

    /// The oldest moment that the document speaks of; nil where none of its items has a date.
    var oldest: Timestamp? {
        document.items.lazy.compactMap(\.orderTime).min()
    }

    /// What the document shows to be complete when it is read at `now`: everything down to the second above the item at
    /// its old end, since that second may hold items that the window has lost already. An empty document is complete. One
    /// without dates claims nothing: the engine concludes from where the items come to stand.
    func claims(at now: Timestamp) -> [Claim] {
        guard !document.items.isEmpty else { return Timeframe.everythingBefore(now).map { [Claim($0)] } ?? [] }
        guard let end = oldEnd else { return [] }
        let timeframe = Timeframe(from: now, downTo: end.flooredToSecond.advanced(by: .seconds(1)))
        return timeframe.map { [Claim($0)] } ?? []
    }

    /// The time at which the window ends. In a document that runs by time that is its last item's (or its first's, where
    /// it runs upwards): older ones that stand elsewhere, such as an article pinned to the top, say nothing about what
    /// lies between. In a document that does not run by time, it is the oldest item's.
    private var oldEnd: Timestamp? {
        let times = document.items.compactMap(\.orderTime)
        guard let first = times.first, let last = times.last else { return nil }
        var falling = 0
        var rising = 0
        for (one, next) in zip(times, times.dropFirst()) where one != next {
            if one > next { falling += 1 } else { rising += 1 }
        }
        if falling >= rising * 4 { return rising == 0 ? times.min() : last }
        if rising >= falling * 4 { return falling == 0 ? times.min() : first }
        return times.min()
    }

    private func sourceItem(_ item: FeedItem, at index: Int) -> SourceItem {
        var fields: [String: String] = [:]
        fields["comments"] = item.commentsLink
        fields["external"] = item.externalLink
        fields["source"] = item.sourceTitle
        let text = item.content ?? item.summary
        let author = item.authors.lazy.compactMap(Author.init).first
        return SourceItem(
            id: item.id, orderTime: item.orderTime,
            editTime: item.updated.flatMap { updated in item.published.map { updated > $0 } ?? false ? updated : nil },
            nativeOrder: Int64(index),
            body: TicketBody(
                title: item.title, text: text.map { $0.ticketText(base: item.base) } ?? .plain(""),
                summary: item.content == nil ? nil : item.summary.map { $0.ticketText(base: item.base) },
                author: author,
                link: [item.link, item.externalLink].compactMap(\.self).first(where: WebAddress.isAbsolute),
                media: item.enclosures.filter { WebAddress.isAbsolute($0.url) },
                counts: Counts(replies: item.commentCount), language: item.language ?? document.language,
                tags: item.categories),
            source: SourceLayer(fields: fields))
    }
}

extension FeedItem {
    /// What the feed is sorted by.
    var orderTime: Timestamp? { published ?? updated }
}

extension FeedText {
    /// The text as a ticket keeps it: rendered when it is shown.
    func ticketText(base: String?) -> TicketText {
        switch self {
        case .plain(let text): .plain(text)
        case .html(let markup): .html(markup, base: base)
        }
    }
}

extension Author {
    /// The author that a feed names; nil where it names nobody.
    init?(_ author: FeedAuthor) {
        guard let name = author.shownName else { return nil }
        self.init(id: author.email ?? author.link ?? name, name: name, avatar: author.avatar)
    }
}
