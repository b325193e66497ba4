public import EngineConcepts

nonisolated extension TicketBuilder {
    /// The content of a card for sharing: what the author published, with its source and its time, and nothing of the
    /// reader: no marks, no other sources, no numbers of links. A warning does not cover it. Pictures are left to the
    /// card: those that cannot be loaded are their descriptions.
    ///
    /// - Parameter suppliers: The suppliers under their shown names; see ``TrackSnapshot/suppliers(named:)``.
    public func card(
        for entry: TrackEntry, shownAs presentation: Presentation, suppliers: [SupplierID: SupplierStatus],
        pictureUse: PictureUse, at now: Timestamp
    ) -> TicketContent {
        var context = RowBuilder.Context(now: now)
        context.suppliers = suppliers
        context.unfolded.insert(entry.ticket.id)
        context.pictureUse = pictureUse
        var content = content(for: entry, shownAs: presentation, in: context)
        if !content.text.isEmpty {
            content.text = PollText(texts: texts, localizer: localizer)
                .added(to: ScriptText.visible(in: presentation.body), of: presentation, at: now)
        }
        content.links = []
        content.jumps = []
        for index in content.media.indices { content.media[index].number = nil }
        content.alsoOn = []
        content.avatar = nil
        content.tags = []
        content.raw = nil
        content.marks = Marks()
        content.reactions = []
        return content
    }
}
