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

    /// The visible rows: everything, the topics with their sources, and the sources without a topic.
    var rows: [SourceListRow] {
        var rows = [
            SourceListRow(
                id: .all, name: localizer(.viewAll), unread: counts?.all,
                isShown: view.suppliers == nil && view.topics == nil)
        ]
        for topic in topics {
            let members = members(of: topic)
            let isCollapsed = collapsed.contains(topic.id)
            rows.append(
                SourceListRow(
                    id: .topic(topic.id), name: topic.name, unread: counts.map { $0.topics[topic.id] ?? 0 },
                    isCollapsed: members.isEmpty ? nil : isCollapsed,
                    isShown: view.suppliers == nil && view.topics?.labels == [topic.id]))
            if !isCollapsed { rows += members.map { row(of: $0, in: topic.id) } }
        }
        return rows + sourcesWithoutTopic.map { row(of: $0, in: nil) }
    }

    /// Returns the rows of the topics and sources whose names a filter keeps, those below closed topics included.
    func rows(keptBy filter: WordFilter) -> [SourceListRow] {
        let opened = SourceListTree(
            topics: topics, sources: sources, counts: counts, collapsed: [], view: view, localizer: localizer)
        return opened.rows.filter { $0.id != .all && filter.keeps($0.name) }
    }

    /// The sources below their topics in the order of the rows, those of closed topics included.
    private var sourceRows: [SourceListRow.ID] {
        topics.flatMap { topic in members(of: topic).map { SourceListRow.ID.source($0.id, in: topic.id) } }
            + sourcesWithoutTopic.map { SourceListRow.ID.source($0.id, in: nil) }
    }

    /// Returns the row of the first other source with unread tickets below a row, starting again at the top, or `nil` if
    /// there is none. The row may be that of a closed topic.
    func nextUnread(after row: SourceListRow.ID) -> SourceListRow.ID? {
        let sources = sourceRows
        let start =
            switch row {
            case .all: 0
            case .topic(let topic): topics.prefix { $0.id != topic }.reduce(0) { $0 + members(of: $1).count }
            case .source(let source, _):
                (sources.firstIndex(of: row) ?? sources.firstIndex { $0.source == source }).map { $0 + 1 } ?? 0
            }
        return (sources[start...] + sources[..<start])
            .first { next in next.source != row.source && next.source.flatMap { counts?.sources[$0] } ?? 0 > 0 }
    }

    private func members(of topic: Topic) -> [Source] { sources.filter { topic.suppliers.contains($0.id) } }

    private var sourcesWithoutTopic: [Source] {
        let grouped = topics.reduce(into: Set<SupplierID>()) { $0.formUnion($1.suppliers) }
        return sources.filter { !grouped.contains($0.id) }
    }

    private func row(of source: Source, in topic: LabelID?) -> SourceListRow {
        SourceListRow(
            id: .source(source.id, in: topic), name: source.name, unread: counts.map { $0.sources[source.id] ?? 0 },
            isShown: view.suppliers == [source.id], kind: source.kind, health: source.health)
    }
}
