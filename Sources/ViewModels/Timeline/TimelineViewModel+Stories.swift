import EngineConcepts

/// Tickets that tell one story.
extension TimelineViewModel {
    /// Goes to a ticket; where the view folds it under another one, to that one's row.
    func reveal(_ key: OrderKey) {
        guard view.isFolding else { return move(.show(.ticket(key.id), .ticket(key))) }
        services.activity.run { [weak self, services] in
            do {
                let entry = try await services.reader.entry(key.id)
                var target = key
                if let lead = entry?.telling?.lead, let entry = try await services.reader.entry(lead) {
                    target = entry.ticket.key
                }
                self?.move(.show(.ticket(target.id), .ticket(target)))
            } catch {
                services.messages.problem(services.wording(.readFailed, .words(String(describing: error))))
            }
            self?.publish()
        }
    }

    /// Has stories looked for, or forgotten, as the view says.
    func lookForStories() {
        guard let stories = services.stories else { return }
        let folds = view.folds
        services.activity.run { [services] in
            do {
                try await stories.setFolding(folds)
            } catch {
                services.messages.problem(services.wording(.writeFailed, .words(String(describing: error))))
            }
        }
    }
}
