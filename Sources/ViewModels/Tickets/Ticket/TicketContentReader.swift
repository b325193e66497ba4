import EngineConcepts

/// Reads an open ticket with the others of its story and its earlier versions, and makes its content.
struct TicketContentReader {
    /// The maximum number of earlier versions shown: some sources change an item on every request.
    private static let maximumVersions = 5

    let track: TrackServices

    /// Returns the content of a ticket, or `nil` if it is no longer stored.
    func content(of id: TicketID) async throws -> TicketContent? {
        guard let entry = try await track.reader.entry(id) else { return nil }
        let session = track.session
        let presenter = await track.presenters.presenters(for: [id.supplier])[id.supplier]
        let context = RowBuilder.Context(
            now: session.time.now(), suppliers: await track.suppliers(),
            revealed: track.revealed.ids.intersection([id]), authorNotes: session.notes.authorNotes,
            people: session.notes.people,
            pictureUse: session.pictureLoader == nil ? .never : session.settings.pictureUse)
        let others = try await track.storyTickets(of: id).dropFirst()
        let earlierVersions = try await track.history?.history(of: id, limit: Self.maximumVersions) ?? []
        return await Self.build(
            entry, others: Array(others), earlierVersions: earlierVersions, presentedBy: presenter,
            with: TicketBuilder(texts: session.texts), in: context)
    }

    /// Builds the content off the main actor, because parsing markup takes time and there may be several versions.
    @concurrent
    private nonisolated static func build(
        _ entry: TrackEntry, others: [TrackEntry], earlierVersions: [Ticket], presentedBy presenter: (any Presenter)?,
        with builder: TicketBuilder, in context: RowBuilder.Context
    ) async -> TicketContent {
        builder.content(
            for: entry, shownAs: presenter.presentation(of: entry.ticket), others: others,
            earlierVersions: earlierVersions.map { ($0, presenter.presentation(of: $0)) }, in: context)
    }
}
