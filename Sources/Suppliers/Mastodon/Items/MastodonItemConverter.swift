import EngineConcepts
import WebText

/// Converts the posts and notifications of a server to items, and applies the filters of the account.
struct MastodonItemConverter: Sendable {
    /// The host in the handles of the server's own people.
    let host: String
    /// The account or host in the addresses of threads, or `nil` to name none.
    var accountOrHost: String?
    /// The context of the account's filters, such as `home`, or `nil` if they do not apply.
    var filterContext: String?

    /// Returns the item, or the rule of the account's filter that hides it.
    ///
    /// - Parameter pinned: The identities of posts that are known to be pinned.
    func item(from status: MastodonStatus, pinned: Set<String>? = nil) -> Result<SourceItem, FilteredAtSource> {
        let rules = filters(of: status)
        if let hiding = rules.first(where: { $0.action == .hide }) {
            return .failure(FilteredAtSource(item: status.id, rule: hiding.title))
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
            let added = warnings.map { "\(TicketBody.addedWarningSign) \($0)" }
            body.contentWarning = (added + [body.contentWarning].compactMap(\.self)).joined(separator: " · ")
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

    private func filters(of status: MastodonStatus) -> [MastodonFilter] {
        guard let filterContext else { return [] }
        return (status.filters + (status.boosted?.filters ?? []))
            .filter { $0.contexts.isEmpty || $0.contexts.contains(filterContext) }
    }

    // MARK: Parts of a post

    func body(of status: MastodonStatus) -> TicketBody {
        var body = TicketBody(text: text(of: status), author: status.account.author(at: host), link: link(of: status))
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
        let mentions = status.mentions.map { $0.contains("@") ? "@\($0)" : "@\($0)@\(host)" }
        if !mentions.isEmpty { fields[SourceLayer.PostField.mentions] = mentions.joined(separator: " ") }
        return fields
    }

    /// Returns the address of the posts around one.
    func thread(of status: MastodonStatus) -> String? {
        accountOrHost.map { MastodonAddress(account: $0, timeline: .thread(status.id)).text }
    }

    /// Returns a post within another one.
    func embedded(_ status: MastodonStatus) -> EmbeddedTicket {
        EmbeddedTicket(
            id: status.uri ?? status.id, author: status.account.author(at: host), time: status.createdAt,
            text: text(of: status), link: link(of: status))
    }

    /// Returns a post that is quoted, or that a notification is about. A content warning replaces its text.
    func mentioned(_ status: MastodonStatus) -> EmbeddedTicket {
        var post = embedded(status)
        if let warning = status.spoiler, !warning.isEmpty { post.text = .plain("⚠ \(warning)") }
        return post
    }

    func link(of status: MastodonStatus) -> String? {
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
}
