import EngineConcepts
import Localization
import Queries

/// The topics and sources of the source list as a tree, of which it makes the visible rows. Pure.
nonisolated struct SourceListTree: Sendable {
    /// A source with its name on the screen.
    struct Source: Equatable, Sendable {
        let id: SupplierID
        let name: String
        let kind: SupplierKind
        let health: SourceRow.Health
    }

    /// The unread tickets.
    struct Counts: Equatable, Sendable {
        /// The number in the timeline.
        let all: Int
        /// ``all``, but with every ticket of a folded story.
        let unfolded: Int
        let topics: [LabelID: Int]
        /// The number of each listed source. It includes tickets that gaps withhold from the timeline, because the view of a
        /// single source shows them.
        let sources: [SupplierID: Int]

        /// The number of unread tickets that gaps withhold from the timeline.
        var withheld: Int { max(0, sources.values.reduce(0, +) - unfolded) }
    }

    let topics: [Topic]
    /// The sources in the user's order.
    let sources: [Source]
    /// The counts, or `nil` while they are unknown.
    let counts: Counts?
    let collapsed: Set<LabelID>
    let view: TrackView
    let localizer: Localizer

    /// The number of unread tickets in words, or an empty text while it is unknown.
    var brief: String { counts.map { localizer(.sourceListUnread, .number($0.all)) } ?? "" }

    /// ``brief``, and the number of unread tickets that gaps withhold, which only the counts of the sources include.
    var summary: String {
        guard let withheld = counts?.withheld, withheld > 0 else { return brief }
        return "\(brief) · \(localizer(.sourceListWithheld, .number(withheld)))"
    }

    /// The visible rows: everything, the topics with the topics and sources in them, and the sources without a topic.
    ///
    /// A source is below each of its topics, but not below one whose inner topics have it as well.
    var rows: [SourceListRow] {
        let all = SourceListRow(
            id: .all, name: localizer(.viewAll), unread: counts?.all,
            isShown: view.suppliers == nil && view.topics == nil)
        let nesting = TopicNesting(topics)
        return [all] + nesting.topics(in: nil).flatMap { branch(of: $0, depth: 0, nesting) }
            + sourcesWithoutTopic.map { row(of: $0, in: nil, depth: 0) }
    }

    /// Returns the row of a topic and the visible rows below it: the topics in it, then its sources.
    private func branch(of topic: Topic, depth: Int, _ nesting: TopicNesting) -> [SourceListRow] {
        let inner = nesting.topics(in: topic.id)
        let innerSuppliers = nesting.suppliers(ofTopicsIn: topic.id)
        let members = sources.filter { topic.suppliers.contains($0.id) && !innerSuppliers.contains($0.id) }
        let isCollapsed = collapsed.contains(topic.id)
        let row = SourceListRow(
            id: .topic(topic.id), name: topic.name, label: nesting.label(of: topic), depth: depth,
            unread: counts.map { $0.topics[topic.id] ?? 0 },
            isCollapsed: members.isEmpty && inner.isEmpty ? nil : isCollapsed,
            isShown: view.suppliers == nil && view.topics?.labels == [topic.id])
        guard !isCollapsed else { return [row] }
        return [row] + inner.flatMap { branch(of: $0, depth: depth + 1, nesting) }
            + members.map { self.row(of: $0, in: topic.id, depth: depth + 1) }
    }

    /// Returns the rows of the topics and sources whose names a filter keeps, those below closed topics included. A source has
    /// one row, and a topic its whole name.
    func rows(keptBy filter: WordFilter) -> [SourceListRow] {
        var known: Set<SupplierID> = []
        return opened.rows.filter { $0.id != .all && filter.keeps($0.name) }
            .filter { row in row.id.source.map { known.insert($0).inserted } ?? true }
            .map(\.alone)
    }

    /// The tree with all topics open.
    private var opened: SourceListTree {
        SourceListTree(
            topics: topics, sources: sources, counts: counts, collapsed: [], view: view, localizer: localizer)
    }

    /// Returns the row of the first other source with unread tickets below a row, starting again at the top, or `nil` if
    /// there is none. The row may be that of a closed topic.
    func nextUnread(after row: SourceListRow.ID) -> SourceListRow.ID? {
        let rows = opened.rows.map(\.id)
        let place = rows.firstIndex(of: row) ?? row.source.flatMap { id in rows.firstIndex { $0.source == id } }
        let start = place.map { $0 + 1 } ?? 0
        return (rows[start...] + rows[..<start])
            .first { next in next.source != row.source && next.source.flatMap { counts?.sources[$0] } ?? 0 > 0 }
    }

    /// Returns the topic whose row is visible in place of a source's row in `topic`: the outermost closed one, or `topic`.
    func visibleTopic(hidingRowsIn topic: LabelID) -> LabelID {
        TopicNesting(topics).outers(of: topic).last(where: collapsed.contains) ?? topic
    }

    private var sourcesWithoutTopic: [Source] {
        let grouped = topics.reduce(into: Set<SupplierID>()) { $0.formUnion($1.suppliers) }
        return sources.filter { !grouped.contains($0.id) }
    }

    private func row(of source: Source, in topic: LabelID?, depth: Int) -> SourceListRow {
        SourceListRow(
            id: .source(source.id, in: topic), name: source.name, depth: depth,
            unread: counts.map { $0.sources[source.id] ?? 0 }, isShown: view.suppliers == [source.id],
            kind: source.kind, health: source.health)
    }
}

extension SourceListRow {
    /// The row without those around it.
    fileprivate nonisolated var alone: SourceListRow {
        var row = self
        row.label = name
        row.depth = min(depth, id.topic == nil ? 1 : 0)
        return row
    }
}
