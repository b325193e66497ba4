public import EngineConcepts
import WebText

nonisolated extension TicketContent {
    /// Draws these pictures, and no others. A drawn picture's file is listed by its description alone, as a caption.
    public mutating func draw(_ drawn: [TicketPicture]) {
        pictures = drawn
        for index in media.indices {
            guard let picture = drawn.first(where: { $0.address == media[index].address }) else { continue }
            media[index].isCaption = true
            media[index].description = picture.alternativeText ?? ""
        }
    }
}

nonisolated extension TicketBuilder {
    /// The facts about a ticket that a card needs besides its presentation.
    public struct CardFacts: Sendable {
        /// The suppliers by identity.
        public var suppliers: [SupplierID: SupplierStatus]
        public var kinds: SourceKinds
        /// The time at which the source first delivered the ticket, or `nil` if it is not known.
        public var firstSeen: Timestamp?
        public var pictureUse: PictureUse

        public init(
            suppliers: [SupplierID: SupplierStatus], kinds: SourceKinds, firstSeen: Timestamp?, pictureUse: PictureUse
        ) {
            self.suppliers = suppliers
            self.kinds = kinds
            self.firstSeen = firstSeen
            self.pictureUse = pictureUse
        }
    }

    /// Returns the content of a card for sharing: what the author published, with its source and its times, and nothing
    /// of the user: no marks, no other sources, no accounts, no names that the user gave, no numbers of links. A
    /// warning does not cover it. Pictures are left to the card: those that cannot be loaded are their descriptions.
    /// Times are complete, since a card is looked at later.
    public func card(
        for entry: TrackEntry, shownAs presentation: Presentation, in card: CardFacts, at now: Timestamp
    ) -> TicketContent {
        var context = RowBuilder.Context(now: now)
        context.suppliers = card.suppliers
        context.revealed.insert(entry.ticket.id)
        context.pictureUse = card.pictureUse
        var content = content(for: entry, shownAs: presentation, in: context)
        if !content.text.isEmpty {
            content.text = PollText(texts: texts).added(to: shown(presentation.body), of: presentation, at: now)
        }
        content.source = publicSource(of: entry.ticket, presentation, in: card)
        // A boost is shared as the boosted post.
        if entry.ticket.body.boosted != nil { content.context = nil }
        content.firstSeen = card.firstSeen.map { localizer(.cardFirstSeen, .text(texts.full($0))) }
        content.quote?.time = presentation.quote?.time.map(texts.full)
        content.links = []
        content.jumps = []
        for index in content.media.indices { content.media[index].linkNumber = nil }
        content.alsoOn = []
        content.tags = []
        content.raw = nil
        content.marks = Marks()
        content.reactions = []
        return content
    }

    /// Returns the document for sharing, with what the card of the ticket has.
    public func document(of ticket: Ticket, shownAs presentation: Presentation, with content: TicketContent)
        -> ItemDocument
    {
        var document = ItemDocument(
            of: ticket, shownAs: presentation, source: content.source, time: content.dates.first ?? "")
        if let quote = content.quote {
            let head = [quote.byline.map(ItemDocument.author), quote.time].compactMap(\.self)
            document.body.blocks += [StyledText.Block(quoteDepth: 1, text: head.joined(separator: " · "))]
            document.body.blocks += quote.text.blocks.map { block in
                var block = block
                block.quoteDepth += 1
                return block
            }
        }
        document.closing = (content.facts.map { $0.text(in: localizer) } + [content.firstSeen].compactMap(\.self))
            .joined(separator: " · ")
        return document
    }

    /// Returns the source as others know it: the site of a post, otherwise the name that the source gives itself. It is
    /// never a name that the user gave, nor that of a source of the user's account, which contains the account.
    private func publicSource(of ticket: Ticket, _ presentation: Presentation, in card: CardFacts) -> String {
        let status = card.suppliers[ticket.supplier]
        let kind = status.flatMap { card.kinds[$0.kind] }
        let isPost = presentation.byline?.handle != nil || kind?.authorsAreAccounts == true
        let site = (presentation.link ?? ticket.body.link).flatMap(WebAddress.endpoint)
        // An address can contain a secret, but not its beginning.
        return (isPost ? nil : status?.sourceName) ?? site ?? kind?.name ?? ticket.supplier.kind.rawValue
    }
}
