extension Ticket {
    /// The server's identity of the post that actions aim at: for a boost, the boosted one. `nil` if unknown.
    public var post: String? { source.fields[SourceLayer.PostField.target] }
}

extension PostDraft {
    /// Creates a reply with the audience and the content warning of the post. Servers of the Fediverse notify only people
    /// that the text names, so it begins with the names of the author and of everybody whom the post names, as far as they
    /// are missing. At Bluesky names are domains, and the author of the post is notified anyway.
    ///
    /// - Parameter handle: The handle of the account that replies.
    public init(_ text: String, replyingTo ticket: Ticket, by handle: String) {
        self.init(text)
        let author = (ticket.body.boosted?.author ?? ticket.body.author)?.handle
        let named = ticket.source.fields[SourceLayer.PostField.mentions]?.split(separator: " ").map(String.init) ?? []
        var known: Set<String> = [handle.lowercased()]
        let words = Set(text.lowercased().split { $0.isWhitespace }.map(String.init))
        let missing = ([author].compactMap(\.self) + named)
            .filter { $0.dropFirst().contains("@") || !$0.contains(".") }
            .filter { known.insert($0.lowercased()).inserted && !words.contains($0.lowercased()) }
        if !missing.isEmpty { self.text = "\(missing.joined(separator: " ")) \(text)" }
        switch ticket.source.fields[SourceLayer.PostField.visibility] {
        case "unlisted": visibility = .unlisted
        // "mutuals_only" of GoToSocial and "local" of Pleroma have no other counterpart that keeps a reply from strangers.
        case "private", "mutuals_only", "local": visibility = .followers
        case "direct": visibility = .mentioned
        default: break
        }
        if let warning = ticket.body.contentWarning, !warning.hasPrefix("⚑") { contentWarning = warning }
        inReplyTo = Reference(post: ticket.post ?? ticket.id.item, ticket: ticket.id)
    }

    /// Creates a draft that quotes the post of a ticket.
    public init(_ text: String, quoting ticket: Ticket) {
        self.init(text, quote: Reference(post: ticket.post ?? ticket.id.item, ticket: ticket.id))
    }
}
