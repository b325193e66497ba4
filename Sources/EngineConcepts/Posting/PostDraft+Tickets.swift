extension Ticket {
    /// The server's identity of the post that actions aim at: for a boost, the boosted one. `nil` if unknown.
    public var post: String? { source.fields[SourceLayer.PostField.target] }
}

extension PostDraft {
    /// Creates a reply with the audience and the content warning of the post, which names the people whom it answers.
    ///
    /// - Parameter handle: The handle of the account that replies.
    public init(_ text: String, replyingTo ticket: Ticket, by handle: String) {
        let names = Self.missingNames(in: text, replyingTo: ticket, by: handle)
        self.init((names + [text]).joined(separator: " "), inReplyTo: Reference(to: ticket))
        visibility = Self.visibility(ofReplyTo: ticket)
        if let warning = ticket.body.contentWarning, !warning.hasPrefix(TicketBody.addedWarningSign) {
            contentWarning = warning
        }
    }

    /// Creates a draft that quotes the post of a ticket.
    public init(_ text: String, quoting ticket: Ticket) {
        self.init(text, quote: Reference(to: ticket))
    }

    /// Returns the author of the post and the people whom it names, without those whom the text names already.
    ///
    /// Servers of the Fediverse notify only people that the text names. At Bluesky names are domains, which are left out: the
    /// author of the post is notified anyway.
    private static func missingNames(in text: String, replyingTo ticket: Ticket, by handle: String) -> [String] {
        let author = (ticket.body.boosted?.author ?? ticket.body.author)?.handle
        let named = ticket.source.fields[SourceLayer.PostField.mentions]?.split(separator: " ").map(String.init) ?? []
        let words = Set(text.lowercased().split { $0.isWhitespace }.map(String.init))
        var known: Set<String> = [handle.lowercased()]
        return ([author].compactMap(\.self) + named)
            .filter { $0.dropFirst().contains("@") || !$0.contains(".") }
            .filter { known.insert($0.lowercased()).inserted && !words.contains($0.lowercased()) }
    }

    /// Returns the audience of a post for a reply to it, or `nil` for the account's default.
    private static func visibility(ofReplyTo ticket: Ticket) -> Visibility? {
        switch ticket.source.fields[SourceLayer.PostField.visibility] {
        case "unlisted": .unlisted
        // "mutuals_only" of GoToSocial and "local" of Pleroma have no other counterpart that keeps a reply from strangers.
        case "private", "mutuals_only", "local": .followers
        case "direct": .mentioned
        default: nil
        }
    }
}

extension PostDraft.Reference {
    fileprivate init(to ticket: Ticket) {
        self.init(post: ticket.post ?? ticket.id.item, ticket: ticket.id)
    }
}
