import EngineConcepts
import Queries

/// The topics and rules in the rows of tickets: their names, and the emphasis by rules.
nonisolated struct RowLabels: Sendable {
    var topics: [Topic] = []
    var rules: [Rule] = []
    /// The view of the rows. Rules are only named if its filter applies them. A folded row has the topics of the whole story.
    var view = TrackView.all

    /// The state of the content filter.
    var filter: FilterState { view.filter }

    /// Returns the names of a ticket's topics, in the user's order.
    func topics(of entry: TrackEntry) -> [String] {
        let labels = view.labels(of: entry)
        return topics.filter { labels.contains($0.id) }.map(\.name)
    }

    /// Returns the name of the rule that hides a ticket while the filter is on, or `nil` if none does.
    func hidingRule(of entry: TrackEntry) -> String? {
        entry.hiddenBy.map { id in rules.first { $0.id == id }?.name ?? id.rawValue }
    }

    /// Returns the emphasis that rules give to a ticket's row.
    func emphasis(of entry: TrackEntry) -> TicketRow.Emphasis {
        if view.muffles(entry), let rule = rule(.muffle, of: entry) { return .muffled(rule) }
        if view.effects(of: entry).contains(.highlight), let rule = rule(.highlight, of: entry) {
            return .highlighted(rule)
        }
        return .plain
    }

    private func rule(_ effect: LabelEffect, of entry: TrackEntry) -> String? {
        let labels = view.labels(of: entry)
        return rules.first { $0.effect == effect && labels.contains($0.id) }?.name
    }
}

nonisolated extension TrackView {
    /// Returns true if a rule muffles a ticket's row.
    func muffles(_ entry: TrackEntry) -> Bool {
        filter == .on && effects(of: entry).contains(.muffle)
    }
}
