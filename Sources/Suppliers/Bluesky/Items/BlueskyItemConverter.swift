import EngineConcepts
import FeedParsing
import WebText

/// Converts the entries of feeds and notifications to items, and applies the moderation of the account.
struct BlueskyItemConverter: Sendable {
    /// The account in the addresses of threads.
    var account: String
    var moderation: BlueskyModeration
    /// True where the user has chosen the posts or their author, so that muting does not apply.
    var isChosen = false
    var now: Timestamp

    /// Returns the item of an entry, or the rule that hides it.
    func item(from entry: BlueskyFeedEntry) -> Result<SourceItem, FilteredAtSource> {
        let id = Self.id(of: entry)
        let warnings: BlueskyModeration.Warnings
        switch decision(on: entry) {
        case .hide(let rule): return .failure(FilteredAtSource(item: id, rule: rule))
        case .show(let found): warnings = found
        }
        var body = body(of: entry.post, warnings)
        var fields = fields(of: entry.post, warnings)
        var time = entry.post.sortTime
        switch entry.reason {
        case .repost(let person, let uri, let reposted):
            body.boosted = EmbeddedTicket(
                id: entry.post.uri, author: body.author, time: time, text: body.text, link: body.link)
            body.author = person.author
            body.text = .plain("")
            // A repost is a post of its own.
            body.uri = uri
            time = reposted ?? time
        case .pin: fields[SourceLayer.PostField.pinned] = "true"
        case .unknown, nil: if entry.post.viewer.isPinned { fields[SourceLayer.PostField.pinned] = "true" }
        }
        return .success(
            SourceItem(
                id: id, orderTime: time, nativeOrder: Self.order(of: id), body: body,
                source: SourceLayer(fields: fields)))
    }

    /// Returns the item of a post, as without an entry that reposts it.
    func item(from post: BlueskyPost) -> Result<SourceItem, FilteredAtSource> {
        item(from: BlueskyFeedEntry(post: post, reason: nil))
    }

    /// Returns the items of posts that are shown, and what rules hide.
    func items(from posts: [BlueskyPost]) -> (shown: [SourceItem], hidden: [FilteredAtSource]) {
        var (shown, hidden): ([SourceItem], [FilteredAtSource]) = ([], [])
        for post in posts {
            switch item(from: post) {
            case .success(let item): shown.append(item)
            case .failure(let rule): hidden.append(rule)
            }
        }
        return (shown, hidden)
    }

    /// Returns the identity of an entry: a repost is one of its own.
    static func id(of entry: BlueskyFeedEntry) -> String {
        guard case .repost(let person, let uri, _) = entry.reason else { return entry.post.uri }
        return uri ?? "\(entry.post.uri)#repost-by-\(person.did)"
    }

    /// Returns the order among items of one time: records with higher keys are newer.
    static func order(of uri: String) -> Int64 {
        guard let key = ATURI(uri)?.key, let tid = TID(key) else { return 0 }
        return -Int64(tid.value >> 1)
    }

    // MARK: Rules

    /// Returns the decision on an entry. Reposts and quotations of a person can be muted where other posts are not.
    private func decision(on entry: BlueskyFeedEntry) -> BlueskyModeration.Decision {
        if case .repost(let person, _, _) = entry.reason, !isChosen, person.viewer.isMuted || person.viewer.mutesReposts
        {
            return .hide(rule: "muted \(person.name)")
        }
        let decision = moderation.decision(on: subject(entry.post), isChosen: isChosen, now: now)
        if case .show = decision, !isChosen, Self.isQuotation(entry.post), entry.post.author.viewer.mutesQuotes {
            return .hide(rule: "muted \(entry.post.author.name)")
        }
        return decision
    }

    private func subject(_ post: BlueskyPost) -> BlueskyModeration.Subject {
        let media = post.embed?.media ?? []
        let texts = [post.record.text, post.embed?.card?.title, post.embed?.card?.description]
        return BlueskyModeration.Subject(
            uri: post.uri, author: post.author, labels: post.labels,
            texts: texts.compactMap(\.self) + media.compactMap(\.alternativeText), tags: Self.tags(of: post.record),
            hasMedia: !media.isEmpty)
    }

    private static func isQuotation(_ post: BlueskyPost) -> Bool {
        if case .post = post.embed?.record?.content { true } else { false }
    }

    /// Returns true if a rule hides the quoted post. The post that quotes it is shown.
    private func hides(_ record: BlueskyEmbeddedRecord) -> Bool {
        guard case .post(let quoted) = record.content, let author = record.author else { return false }
        let subject = BlueskyModeration.Subject(
            uri: record.uri, author: author, labels: record.labels, texts: [quoted.text], tags: Self.tags(of: quoted),
            hasMedia: record.embeds.contains { !$0.media.isEmpty })
        if case .hide = moderation.decision(on: subject, isChosen: isChosen, now: now) { return true }
        return false
    }

    // MARK: Parts of a post

    func body(of post: BlueskyPost, _ warnings: BlueskyModeration.Warnings) -> TicketBody {
        var body = TicketBody(
            text: BlueskyText.text(of: post.record), author: post.author.author,
            link: BlueskyWebPages.page(of: post.uri, by: post.author.handle), uri: post.uri)
        body.media = post.embed?.media ?? []
        body.counts = Counts(replies: post.replies, boosts: post.reposts, likes: post.likes)
        if post.viewer.like != nil { body.reactions.insert(.like) }
        if post.viewer.repost != nil { body.reactions.insert(.boost) }
        if post.viewer.isBookmarked { body.reactions.insert(.bookmark) }
        body.replyTo = post.record.parent?.uri
        if !warnings.labels.isEmpty {
            body.contentWarning = "\(TicketBody.addedWarningSign) \(warnings.labels.joined(separator: " · "))"
        }
        body.language = post.record.languages.first
        body.tags = Self.tags(of: post.record)
        body.summary = post.embed?.card.map { .styled(Self.styled($0)) }
        if let record = post.embed?.record, !hides(record) { body.quoted = Self.embedded(record) }
        return body
    }

    func fields(of post: BlueskyPost, _ warnings: BlueskyModeration.Warnings) -> [String: String] {
        var fields = [
            SourceLayer.PostField.target: post.uri, SourceLayer.threadField: thread(of: post.uri),
        ]
        if warnings.hidesMedia { fields[SourceLayer.PostField.sensitive] = "true" }
        if !warnings.notes.isEmpty {
            fields[SourceLayer.noteField] = warnings.notes.map { "\(TicketBody.addedWarningSign) \($0)" }
                .joined(separator: " · ")
        }
        if let record = post.embed?.record {
            if case .hidden(let state) = record.content { fields[SourceLayer.PostField.quote] = state }
            if hides(record) { fields[SourceLayer.PostField.quote] = "filtered" }
        }
        if post.viewer.mayNotReply {
            fields[SourceLayer.PostField.replies] = "closed"
        } else if post.hasThreadGate {
            fields[SourceLayer.PostField.replies] = "limited"
        }
        return fields
    }

    /// Returns the address of the posts around one.
    func thread(of uri: String) -> String {
        BlueskyAddress(account: account, timeline: .thread(uri)).text
    }

    /// Returns the hashtags of a post, each once.
    static func tags(of record: BlueskyRecord) -> [String] {
        let marked = record.facets.flatMap(\.features)
            .compactMap { feature in
                if case .tag(let tag) = feature { tag } else { nil as String? }
            }
        return (marked + record.tags).uniqued { $0.lowercased() }
    }

    /// Returns what is embedded as a post within another one, or `nil` if it cannot be shown.
    static func embedded(_ record: BlueskyEmbeddedRecord) -> EmbeddedTicket? {
        let link = BlueskyWebPages.page(of: record.uri, by: record.author?.handle)
        switch record.content {
        case .post(let post):
            return EmbeddedTicket(
                id: record.uri, author: record.author?.author, time: post.createdAt ?? record.indexedAt,
                text: BlueskyText.text(of: post), link: link)
        case .named(let name, let description):
            return EmbeddedTicket(
                id: record.uri, author: record.author?.author, title: name, text: .plain(description ?? ""), link: link)
        case .hidden: return nil
        }
    }

    static func embedded(_ post: BlueskyPost) -> EmbeddedTicket {
        EmbeddedTicket(
            id: post.uri, author: post.author.author, time: post.sortTime, text: BlueskyText.text(of: post.record),
            link: BlueskyWebPages.page(of: post.uri, by: post.author.handle))
    }

    /// Returns a card as quoted text: the linked title, the site and the description.
    private static func styled(_ card: BlueskyCard) -> StyledText {
        let title = card.title ?? DisplayAddress.hostAndPath(of: card.url)
        let site = WebAddress.site(of: card.url).map { " (\($0))" } ?? ""
        var blocks = [
            StyledText.Block(
                quoteDepth: 1, text: title + site,
                entities: [StyledText.Entity(.link, 0..<title.utf8.count, target: card.url)])
        ]
        if let description = card.description { blocks.append(StyledText.Block(quoteDepth: 1, text: description)) }
        return StyledText(blocks: blocks)
    }
}
