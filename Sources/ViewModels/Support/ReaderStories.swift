import EngineConcepts

/// Actions on stories: several tickets about the same event.
extension ReaderServices {
    /// Gives each ticket of a story its own row, or folds them into one.
    func toggleStory(of ticket: TicketID) {
        activity.run { [self] in
            do {
                guard settings.folds else {
                    return messages.note(.storiesNotFolded)
                }
                // Includes earlier requests that are not visible yet.
                await marks.flush()
                let entries = try await storyTickets(of: ticket)
                let isUnfolded = entries.contains(where: \.marks.isUnfolded)
                if isUnfolded || entries.contains(where: { $0.storyMember?.isFolded ?? false }) {
                    marks.setApart(
                        entries.map(\.ticket.id), !isUnfolded, isUnfolded ? wording(.storyFolded) : places(of: entries))
                } else {
                    messages.note(entries.count > 1 ? .storyOthersHidden : .storySingle)
                }
            } catch {
                messages.problem(.readFailed, error)
            }
        }
    }

    /// The positions of the other tickets of the story after unfolding; they may be off the screen.
    private func places(of entries: [TrackEntry]) -> String {
        let others = entries.dropFirst().filter { $0.hiddenBy == nil }.map(\.ticket.key)
        guard let key = entries.first?.ticket.key else { return wording(.storyFolded) }
        let above = others.count { $0 < key }
        return wording(.storyUnfolded, .number(above), .number(others.count - above))
    }

    /// A ticket and the others of its story, or empty if it has no story.
    func storyTickets(of ticket: TicketID) async throws -> [TrackEntry] {
        guard let entry = try await reader.entry(ticket), let storyMember = entry.storyMember else { return [] }
        var entries = [entry]
        for other in storyMember.others {
            if let entry = try await reader.entry(other) { entries.append(entry) }
        }
        return entries
    }
}
