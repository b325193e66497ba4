import EngineConcepts

/// Tickets that tell one story.
extension TimelineViewModel {
    /// Goes to a ticket; where the view folds it under another one, to that one's row.
    func reveal(_ key: OrderKey) {
        let view = view
        services.activity.run { [weak self] in
            guard let self else { return }
            do {
                let target = try await row(of: key, in: view)
                revealed = (row: .ticket(target.id), found: .ticket(key))
                move(.show(.ticket(target.id), .ticket(target)))
            } catch {
                services.messages.problem(.readFailed, error)
            }
            publish()
        }
    }

    /// The place of the row in which the view shows a ticket.
    func row(of key: OrderKey, in view: TrackView) async throws -> OrderKey {
        guard view.isFolding, let lead = try await services.reader.entry(key.id)?.storyMember?.lead,
            let entry = try await services.reader.entry(lead)
        else { return key }
        return entry.ticket.key
    }

    /// Has stories looked for, or forgotten, as the view says.
    func lookForStories() {
        guard let stories = services.stories else { return }
        let folds = view.folds
        services.activity.run { [services] in
            do {
                try await stories.setFolding(folds)
            } catch {
                services.messages.problem(.writeFailed, error)
            }
        }
    }
}
