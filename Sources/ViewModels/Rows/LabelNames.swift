import EngineConcepts
import Queries

/// The topics and rules that are named in the rows of tickets.
nonisolated struct LabelNames: Sendable {
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
        let effects = view.effects(of: entry)
        if filter == .on, effects.contains(.muffle), let rule = rule(.muffle, of: entry) { return .muffled(rule) }
        if effects.contains(.highlight), let rule = rule(.highlight, of: entry) { return .highlighted(rule) }
        return .plain
    }

    /// Returns true if a rule muffles a ticket's row in `view`.
    static func isMuffled(_ entry: TrackEntry, in view: TrackView) -> Bool {
        view.filter == .on && view.effects(of: entry).contains(.muffle)
    }

    private func rule(_ effect: LabelEffect, of entry: TrackEntry) -> String? {
        let labels = view.labels(of: entry)
        return rules.first { $0.effect == effect && labels.contains($0.id) }?.name
    }
}
