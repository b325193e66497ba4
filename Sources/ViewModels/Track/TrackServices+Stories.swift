import EngineConcepts

/// The user's choices about stories: to have them at all, and to unfold one.
extension TrackServices {
    /// Lets the Track match stories if they are wanted, and delete them otherwise.
    func matchStories(if areWanted: Bool) {
        if let setStoryMatching { session.run(.writeFailed) { try await setStoryMatching(areWanted) } }
    }

    /// Unfolds the story of a ticket into a row for each of its tickets, or folds it into one row again.
    ///
    /// - Parameter onFold: Called with the ticket whose row will stand for the whole story, before it is folded.
    func toggleStory(of ticket: TicketID, onFold: ((OrderKey) -> Void)? = nil) {
        let place = session.undo.reserve(holdsInput: true)
        session.run { [self] in
            defer { place.close() }
            guard session.settings.foldsStories else { return session.messages.show(.storiesNotFolded) }
            // Includes earlier requests that are not visible yet.
            await marks.flush()
            let entries = try await storyTickets(of: ticket)
            let isUnfolded = entries.contains(where: \.marks.isStoryUnfolded)
            if isUnfolded, let lead = entries.first(where: { !($0.storyMember?.isDuplicate ?? true) }) {
                onFold?(lead.ticket.key)
            }
            if isUnfolded || entries.contains(where: { $0.storyMember?.isFolded ?? false }) {
                marks.setStoryUnfolded(
                    entries.map(\.ticket.id), isUnfolded: !isUnfolded,
                    saying: isUnfolded ? session.localizer(.storyFolded) : unfoldedMessage(of: entries),
                    undoneAt: place)
                await marks.flush()
            } else {
                session.messages.show(entries.count > 1 ? .storyOthersHidden : .storySingle)
            }
        }
    }

    /// Returns the positions of the other tickets of the story after unfolding, in words; they may be off the screen.
    private func unfoldedMessage(of entries: [TrackEntry]) -> String {
        let others = entries.dropFirst().filter { $0.hiddenBy == nil }.map(\.ticket.key)
        guard let key = entries.first?.ticket.key else { return session.localizer(.storyFolded) }
        let above = others.count { $0 < key }
        return session.localizer(.storyUnfolded, .number(above), .number(others.count - above))
    }

    /// Returns a ticket and the others of its story, or nothing if it has no story.
    func storyTickets(of ticket: TicketID) async throws -> [TrackEntry] {
        guard let entry = try await reader.entry(ticket), let storyMember = entry.storyMember else { return [] }
        var entries = [entry]
        for other in storyMember.others {
            if let entry = try await reader.entry(other) { entries.append(entry) }
        }
        return entries
    }
}
