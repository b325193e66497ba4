public import EngineConcepts
import FiberConfiguration
import Localization
import Queries

/// Everything that the choice of topics shows.
public nonisolated struct TopicsState: Equatable, Sendable {
    /// The screen's name.
    public var title: String
    /// What stands before the text.
    public var prompt: String
    /// What was typed.
    public var text: String
    /// The topics that match, best first; the first line for all tickets while nothing is typed.
    public var rows: [Row]
    /// Which row the cursor is on.
    public var cursor: Int
    /// How several go together, in words; nil where there are not several.
    public var combination: String?
    /// What is said where there are no topics, or where the text cannot become one.
    public var hint: String?

    /// A line of the choice.
    public struct Row: Equatable, Sendable, Identifiable {
        /// The topic's label; nil for all tickets, and for a topic that is to be made.
        public var id: LabelID?
        /// Its name.
        public var name: String
        /// The digit that toggles it in the timeline.
        public var digit: Int?
        /// How many of its tickets were not read, of how many, in words.
        public var count: String
        /// What it picks, in words.
        public var explanation: String
        /// Whether it is shown.
        public var isChosen: Bool
        /// What it does.
        public var kind: Kind
    }

    /// What a line does.
    public enum Kind: Equatable, Sendable {
        /// Shows all tickets.
        case all
        /// Shows a topic.
        case topic
        /// Makes a topic of what was typed.
        case make
    }
}

/// Chooses topics by typing a part of their names, and makes new ones.
public final class TopicsViewModel {
    /// What the screen shows.
    public private(set) var state: TopicsState {
        didSet { if state != oldValue { onChange?() } }
    }
    /// Told after every change of ``state``.
    public var onChange: (() -> Void)?
    /// Told which topics to show; none for all.
    public var onChoose: ((Set<LabelID>) -> Void)?
    /// Told when the choice is made, or given up.
    public var onFinish: (() -> Void)?

    private let services: ReaderServices
    private let view: TrackView
    private var chosen: Set<LabelID>
    private var counts: [LabelID: TrackCounts] = [:]
    private var allCounts: TrackCounts?

    /// Makes the choice over `view`.
    public init(view: TrackView, services: ReaderServices) {
        self.services = services
        self.view = view
        chosen = view.topics?.labels ?? []
        state = TopicsState(
            title: services.wording(.topicsTitle), prompt: services.wording(.topicsPrompt), text: "", rows: [],
            cursor: 0)
    }

    /// Reads what there is.
    public func start() {
        services.labels.observe(for: self) { [weak self] _ in self?.show() }
        show()
        services.activity.run { [weak self] in
            guard let self else { return }
            var all = view
            all.topics = nil
            do {
                counts = try await services.reader.labelCounts(in: all)
                allCounts = try await services.reader.counts(in: all)
            } catch {
                services.messages.problem(.readFailed, error)
            }
            show()
        }
    }

    /// Takes the text as it stands.
    public func type(_ text: String) {
        state.text = text
        state.cursor = 0
        show()
    }

    /// Moves the cursor.
    public func move(_ count: Int) {
        guard !state.rows.isEmpty else { return }
        state.cursor = (state.cursor + count + state.rows.count) % state.rows.count
    }

    /// Shows the topic under the cursor beside those that are shown, or does not, and goes on choosing.
    public func toggle() {
        guard let row = current else { return }
        switch row.kind {
        case .all: chosen = []
        case .topic: if let id = row.id, chosen.remove(id) == nil { chosen.insert(id) }
        case .make: return
        }
        onChoose?(chosen)
        show()
    }

    /// Shows the topic under the cursor alone, or makes it.
    public func take() {
        guard let row = current else { return }
        switch row.kind {
        case .all: onChoose?([])
        case .topic: onChoose?(row.id.map { [$0] } ?? [])
        case .make: make(row.name)
        }
        onFinish?()
    }

    /// Takes the topic under the cursor out; can be undone.
    public func remove() {
        guard let row = current, row.kind == .topic else { return }
        let name = row.name
        if let rule = services.labels.rule(about: name) {
            return services.messages.problem(.topicNeeded, .words(rule.name))
        }
        if let id = row.id, chosen.remove(id) != nil { onChoose?(chosen) }
        services.labels.change(.topicRemoved, undone: .topicRemovedUndone, of: name) { $0.removeTopic(name) }
    }

    private var current: TopicsState.Row? {
        state.rows.indices.contains(state.cursor) ? state.rows[state.cursor] : nil
    }

    private func make(_ text: String) {
        do {
            let topic = Topic(name: text, query: try Query(parsing: text))
            services.labels.change(.topicAdded, undone: .topicAddedUndone, of: text) { $0.put(topic) }
        } catch {
            services.messages.problem(error.description)
        }
    }

    private func show() {
        var next = state
        let topics = services.labels.topics
        let rows = topics.enumerated().map { row(of: $0.element, at: $0.offset) }
        let text = state.text.trimmingSpaces
        next.hint = topics.isEmpty ? services.wording(.topicsEmpty) : nil
        if text.isEmpty {
            next.rows = topics.isEmpty ? [] : [allRow] + rows
        } else {
            next.rows = FuzzySearch(text).sorted(rows, by: \.name).map(\.item)
            if !topics.contains(where: { $0.name == text }) { addMaking(of: text, to: &next) }
        }
        next.combination =
            chosen.count > 1
            ? services.wording(view.topics?.combination == .intersection ? .intersectionOf : .unionOf) : nil
        next.cursor = min(next.cursor, max(0, next.rows.count - 1))
        state = next
    }

    private func addMaking(of text: String, to state: inout TopicsState) {
        do {
            let query = try Query(parsing: text)
            state.rows.append(
                TopicsState.Row(
                    name: text, count: "",
                    explanation: services.wording(
                        .topicNew, .words(query.explanation(in: services.wording.language))),
                    isChosen: false, kind: .make))
        } catch {
            if state.rows.isEmpty { state.hint = error.description }
        }
    }

    private var allRow: TopicsState.Row {
        TopicsState.Row(
            name: services.wording(.viewAll), digit: 0, count: count(allCounts),
            explanation: services.wording(.topicAll), isChosen: chosen.isEmpty, kind: .all)
    }

    private func row(of topic: Topic, at index: Int) -> TopicsState.Row {
        var parts = topic.suppliers.sorted().map { services.labels.sourceNames[$0] ?? $0.rawValue }
        if parts.count > 3 {
            parts = Array(parts.prefix(2)) + [services.wording(.filteredMore, .number(parts.count - 2))]
        }
        if let query = topic.query { parts.insert(query.description, at: 0) }
        if !topic.languages.isEmpty { parts.append(topic.languages.sorted().joined(separator: " ")) }
        return TopicsState.Row(
            id: topic.id, name: topic.name, digit: index < 9 ? index + 1 : nil,
            count: count(counts[topic.id] ?? (allCounts == nil ? nil : TrackCounts(total: 0, unread: 0))),
            explanation: parts.joined(separator: ", "), isChosen: chosen.contains(topic.id), kind: .topic)
    }

    private func count(_ counts: TrackCounts?) -> String {
        guard let counts else { return "" }
        return services.wording(
            .topicCount, .words(Localizer.grouped(counts.unread)), .words(Localizer.grouped(counts.total)))
    }
}

extension String {
    /// The text without blanks at its ends.
    nonisolated var trimmingSpaces: String {
        let start = firstIndex { !$0.isWhitespace } ?? endIndex
        let end = lastIndex { !$0.isWhitespace }.map { index(after: $0) } ?? start
        return String(self[start..<end])
    }
}
