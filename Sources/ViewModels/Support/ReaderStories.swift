import EngineConcepts

/// Tickets that tell one story, as a reader deals with them.
extension ReaderServices {
    /// Gives each ticket of a story its own row; where they have theirs, folds them into one again.
    func toggleStory(of ticket: TicketID) {
        activity.run { [self] in
            do {
                guard try await preferences.value(.folds) == "true" else {
                    return messages.note(wording(.storiesNotFolded))
                }
                // What was asked before counts, whether it is shown yet or not.
                await marks.flush()
                let entries = try await tellings(of: ticket)
                let folded = entries.filter { $0.telling?.isFolded ?? false }
                let apart = entries.filter(\.marks.isUnhidden)
                if !folded.isEmpty {
                    marks.setApart(folded.map(\.ticket.id), true)
                } else if !apart.isEmpty {
                    marks.setApart(apart.map(\.ticket.id), false)
                } else {
                    messages.note(wording(.storyToldOnce))
                }
            } catch {
                messages.problem(wording(.readFailed, .words(String(describing: error))))
            }
        }
    }

    /// A ticket and the others that tell its story; empty where there are none.
    func tellings(of ticket: TicketID) async throws -> [TrackEntry] {
        guard let entry = try await reader.entry(ticket), let telling = entry.telling else { return [] }
        var entries = [entry]
        for other in telling.others {
            if let entry = try await reader.entry(other) { entries.append(entry) }
        }
        return entries
    }
}
