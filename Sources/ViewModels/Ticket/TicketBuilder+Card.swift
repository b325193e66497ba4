public import EngineConcepts
import WebText

nonisolated extension TicketContent {
    /// Draws these pictures, and no others. Of the file of a drawn picture only the description is told, as its caption.
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
    public struct CardContext: Sendable {
        /// The suppliers by identity.
        public var suppliers: [SupplierID: SupplierStatus]
        /// The kinds of source.
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

    /// The content of a card for sharing: what the author published, with its source and its times, and nothing of the
    /// reader: no marks, no other sources, no accounts, no names that the reader gave, no numbers of links. A warning does
    /// not cover it. Pictures are left to the card: those that cannot be loaded are their descriptions. Times are complete,
    /// since a card is looked at later.
    public func card(
        for entry: TrackEntry, shownAs presentation: Presentation, in card: CardContext, at now: Timestamp
    ) -> TicketContent {
        var context = RowBuilder.Context(now: now)
        context.suppliers = card.suppliers
        context.unfolded.insert(entry.ticket.id)
        context.pictureUse = card.pictureUse
        var content = content(for: entry, shownAs: presentation, in: context)
        if !content.text.isEmpty {
            content.text = PollText(texts: texts, localizer: localizer)
                .added(to: ScriptText.visible(in: presentation.body), of: presentation, at: now)
        }
        content.source =
            card.suppliers[entry.ticket.supplier]?.publicName(for: content.link, among: card.kinds) ?? content.source
        content.firstSeen = card.firstSeen.map { localizer(.cardFirstSeen, .words(texts.full($0))) }
        content.quote?.time = presentation.quote?.time.map(texts.full)
        content.links = []
        content.jumps = []
        for index in content.media.indices { content.media[index].number = nil }
        content.alsoOn = []
        content.tags = []
        content.raw = nil
        content.marks = Marks()
        content.reactions = []
        return content
    }
}

nonisolated extension SupplierStatus {
    /// The source as others know it: the site of a post, otherwise the name that the source gives itself. The names of an
    /// account's sources contain the account.
    ///
    /// - Parameter link: The address of the item.
    public func publicName(for link: String?, among kinds: SourceKinds) -> String {
        guard let kind = kinds[kind], kind.namesAccounts else { return sourceName ?? name }
        return link.flatMap(WebAddress.endpoint) ?? kind.name
    }
}
