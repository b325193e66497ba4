import EngineConcepts
import WebText

/// Converts posts of one server into items.
struct MastodonItems: Sendable {
    /// The host in the handles of the server's own people.
    let host: String
    /// The place in the addresses of threads, or `nil` to name none.
    var place: String?
    /// The place in the account's filters, or `nil` if they do not apply.
    var filterContext: String?

    /// Returns the item, or the rule of the account's filter that hides it.
    ///
    /// - Parameter pinned: The identities of posts that are known to be pinned.
    func item(_ status: MastodonStatus, pinned: Set<String>? = nil) -> Result<SourceItem, FilteredStatus> {
        let rules = filters(of: status)
        if let hiding = rules.first(where: { $0.action == .hide }) {
            return .failure(FilteredStatus(FilteredAtSource(item: status.id, rule: hiding.title)))
        }
        let shown = status.boosted ?? status
        var body = body(of: shown)
        if let boosted = status.boosted {
            body.boosted = embedded(boosted)
            body.author = status.account.author(at: host)
            body.text = .plain("")
            // A boost is a post of its own.
            body.uri = status.uri
        }
        let warnings = rules.filter { $0.action == .warn }.map(\.title)
        if !warnings.isEmpty {
            body.contentWarning = (warnings.map { "⚑ \($0)" } + [body.contentWarning].compactMap(\.self))
                .joined(separator: " · ")
        }
        var fields = fields(of: shown)
        if status.isPinned || shown.isPinned || pinned?.contains(status.id) ?? false {
            fields[SourceLayer.PostField.pinned] = "true"
        }
        if !shown.media.isEmpty, rules.contains(where: { $0.action == .blur }) {
            fields[SourceLayer.PostField.sensitive] = "true"
        }
        return .success(
            SourceItem(
                id: status.id, orderTime: MastodonIDFormat.time(of: status.id) ?? status.createdAt,
                shownTime: status.createdAt, editTime: shown.editedAt, body: body, source: SourceLayer(fields: fields)))
    }

    /// A post that a filter of the account hides.
    struct FilteredStatus: Error {
        let filtered: FilteredAtSource

        init(_ filtered: FilteredAtSource) {
            self.filtered = filtered
        }
    }

    private func filters(of status: MastodonStatus) -> [MastodonFilter] {
        guard let filterContext else { return [] }
        return (status.filtered + (status.boosted?.filtered ?? [])).map(\.filter)
            .filter { $0.contexts.isEmpty || $0.contexts.contains(filterContext) }
    }

    // MARK: Parts of a post

    func body(of status: MastodonStatus) -> TicketBody {
        var body = TicketBody(
            text: text(of: status), author: status.account.author(at: host), link: link(of: status))
        body.uri = status.uri
        body.summary = attachments(of: status)
        body.application = status.application
        body.media = status.media.compactMap(\.media)
        body.counts = Counts(replies: status.replies, boosts: status.boosts, likes: status.likes)
        if status.isLiked { body.reactions.insert(.like) }
        if status.isBoosted { body.reactions.insert(.boost) }
        if status.isBookmarked { body.reactions.insert(.bookmark) }
        body.replyTo = status.replyTo
        body.contentWarning = status.spoiler
        body.language = status.language
        body.tags = status.tags
        if let quote = status.quote, quote.state == .accepted, let quoted = quote.status {
            body.quoted = mentioned(quoted)
        }
        return body
    }

    func fields(of status: MastodonStatus) -> [String: String] {
        var fields: [String: String] = [:]
        fields[SourceLayer.PostField.target] = status.id
        fields[SourceLayer.threadField] = thread(of: status)
        if let visibility = status.visibility, visibility != "public" {
            fields[SourceLayer.PostField.visibility] = visibility
        }
        if status.isSensitive, !status.media.isEmpty { fields[SourceLayer.PostField.sensitive] = "true" }
        if let quote = status.quote, quote.state != .accepted || quote.status == nil {
            fields[SourceLayer.PostField.quote] = quote.state.rawValue
        }
        let verified = status.account.verifiedLinks
        if !verified.isEmpty { fields[SourceLayer.PostField.verified] = verified.joined(separator: " ") }
        fields[SourceLayer.PostField.poll] = status.poll?.id
        fields[SourceLayer.PostField.pollState] = status.poll.map { Self.poll($0).field }
        let mentions = status.mentions.map { $0.acct.contains("@") ? "@\($0.acct)" : "@\($0.acct)@\(host)" }
        if !mentions.isEmpty { fields[SourceLayer.PostField.mentions] = mentions.joined(separator: " ") }
        return fields
    }

    /// Returns the address of the posts around one.
    private func thread(of status: MastodonStatus) -> String? {
        place.map { MastodonAddress(place: $0, timeline: .thread(status.id)).text }
    }

    /// Returns a post within another one.
    func embedded(_ status: MastodonStatus) -> EmbeddedTicket {
        EmbeddedTicket(
            id: status.uri ?? status.id, author: status.account.author(at: host), time: status.createdAt,
            text: text(of: status), link: link(of: status))
    }

    /// Returns a post that is quoted, or that news is about. A content warning stands in place of its text.
    private func mentioned(_ status: MastodonStatus) -> EmbeddedTicket {
        var post = embedded(status)
        if let warning = status.spoiler, !warning.isEmpty { post.text = .plain("⚠ \(warning)") }
        return post
    }

    private func link(of status: MastodonStatus) -> String? {
        status.url ?? status.uri.flatMap { WebAddress.isWeb($0) ? $0 : nil }
    }

    /// Returns the text. A shown quotation needs no link to the quoted post, which servers put in front of the text for
    /// readers that know no quotations.
    private func text(of status: MastodonStatus) -> TicketText {
        guard !status.content.isEmpty else { return .plain("") }
        let isShown = status.quote?.status != nil && status.quote?.state == .accepted
        let text = isShown ? Self.withoutQuoteLink(status.content) : status.content
        return .html(text, base: link(of: status))
    }

    private static func withoutQuoteLink(_ html: String) -> String {
        for (start, end) in [("<p class=\"quote-inline\">", "</p>"), ("<span class=\"quote-inline\">", "</span>")] {
            if let opening = html.firstRange(of: start),
                let closing = html[opening.upperBound...].firstRange(of: end)
            {
                return String(html[..<opening.lowerBound] + html[closing.upperBound...])
            }
        }
        return html
    }

    // MARK: Polls and cards

    /// Returns the poll and the card as HTML behind the text, or `nil` if there are none. A card is left out beside
    /// media, where servers show none either.
    private func attachments(of status: MastodonStatus) -> TicketText? {
        var html = ""
        if let poll = status.poll { html += Self.html(poll) }
        if let card = status.card, status.media.isEmpty, card.title != nil { html += Self.html(card) }
        return html.isEmpty ? nil : .html(html, base: nil)
    }

    private static func poll(_ poll: MastodonPoll) -> PostPoll {
        PostPoll(
            poll.options.map { PostPoll.Option($0.title, votes: $0.votes) },
            voters: poll.voters ?? (poll.allowsSeveral ? nil : poll.votes), votes: poll.votes, own: poll.ownVotes,
            allowsSeveral: poll.allowsSeveral, closes: poll.expiresAt, isClosed: poll.isExpired)
    }

    private static func html(_ poll: MastodonPoll) -> String {
        let shown = self.poll(poll)
        let options = shown.options.indices.map { "<li>\(escaped(shown.line(of: $0)))</li>" }
        return "<ul>\(options.joined())</ul>"
    }

    private static func html(_ card: MastodonCard) -> String {
        let title = escaped(card.title ?? card.url)
        let provider = card.provider.map { " (\(escaped($0)))" } ?? ""
        let description = card.description.map { "<br>\(escaped($0))" } ?? ""
        return "<blockquote><a href=\"\(escaped(card.url))\">\(title)</a>\(provider)\(description)</blockquote>"
    }

    private static func escaped(_ text: String) -> String {
        var result = ""
        for character in text {
            switch character {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            default: result.append(character)
            }
        }
        return result
    }
}

// MARK: Notifications

extension MastodonItems {
    /// Returns a notification as an item: a post that concerns the account, or a person's act with the post that it
    /// concerns.
    func item(_ notification: MastodonNotification) -> Result<SourceItem, FilteredStatus> {
        var body: TicketBody
        var fields: [String: String] = [:]
        if let status = notification.status, Self.isPost(notification.type) {
            switch item(status) {
            case .failure(let rule):
                return .failure(
                    FilteredStatus(FilteredAtSource(item: notification.id, rule: rule.filtered.rule)))
            case .success(let item):
                body = item.body
                fields = item.source.fields
            }
        } else {
            body = TicketBody(
                text: .plain(""), author: notification.account?.author(at: host), link: notification.account?.url)
            if let status = notification.status {
                body.quoted = mentioned(status)
                body.link = link(of: status)
                fields[SourceLayer.PostField.target] = status.id
                fields[SourceLayer.threadField] = thread(of: status)
            }
        }
        fields[SourceLayer.PostField.notification] = notification.type
        return .success(
            SourceItem(
                id: notification.id, orderTime: notification.createdAt ?? MastodonIDFormat.time(of: notification.id),
                body: body, source: SourceLayer(fields: fields)))
    }

    /// Returns a group of notifications as an item: its newest one, with the number of the others.
    func item(
        _ group: MastodonGroupedNotifications.Group, of page: MastodonGroupedNotifications
    ) -> Result<SourceItem, FilteredStatus> {
        let notification = MastodonNotification(
            id: group.key, type: group.type, createdAt: group.latestAt,
            account: group.accountIDs.lazy.compactMap { page.accounts[$0] }.first,
            status: group.statusID.flatMap { page.statuses[$0] })
        return item(notification)
            .map { item in
                var item = item
                item.editTime = group.latestAt
                if group.count > 1 { item.source.fields[SourceLayer.PostField.others] = String(group.count - 1) }
                return item
            }
    }

    /// True if the news is the post itself.
    private static func isPost(_ type: String) -> Bool {
        ["mention", "status", "update", "poll", "quote", "quoted_update"].contains(type)
    }
}
