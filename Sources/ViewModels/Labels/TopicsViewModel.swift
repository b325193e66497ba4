public import EngineConcepts
import FiberConfiguration
import Localization
import Queries

/// The state of the choice of topics.
public nonisolated struct TopicsState: ListState, Equatable, Sendable {
    public var text = ""
    /// The matching topics, best first. Without text, the first row is for all tickets.
    public var rows: [Row] = []
    public var cursor = 0
    /// The combination of the selected topics, in words, or `nil` if fewer than two are selected.
    public var combination: String?
    /// The question for another name of the topic under the cursor, or `nil` while it is not asked.
    public var prompt: TextPrompt?
    /// The text below the rows, or `nil` for none.
    public var hint: Hint?

    /// A text below the rows.
    public enum Hint: Equatable, Sendable {
        /// There are no topics yet.
        case noTopics(String)
        /// The typed text names no topic and cannot become one because of this error.
        case wrong(String)

        public var text: String {
            switch self {
            case .noTopics(let text), .wrong(let text): text
            }
        }
    }

    /// A row of the choice.
    public struct Row: Equatable, Sendable {
        /// The action of the row.
        public var kind: Kind
        public var name: String
        /// The key that chooses it while no text is typed: the digit of the timeline, then a capital letter. `nil` for
        /// topics after the letters.
        public var key: Character?
        public var isPinned = false
        /// The numbers of its unread and all tickets, in words.
        public var count: String
        /// Its query, in words.
        public var explanation: String
        /// True if it is shown.
        public var isChosen: Bool
    }

    /// The action of a row.
    public enum Kind: Equatable, Sendable {
        /// Show all tickets.
        case all
        /// Show a topic.
        case topic(LabelID)
        /// Create a topic with the typed name.
        case make
    }
}

/// Chooses topics by typing a part of their names, and creates new ones.
public final class TopicsViewModel: ViewModel {
    /// An action on the list of topics.
    public nonisolated enum Action: ListAction, PromptAction, Equatable {
        /// Update the text.
        case type(String)
        case move(Int)
        /// Select the topic under the cursor in addition to the selected ones, or deselect it.
        case toggle
        /// Show only the topic under the cursor; one that does not exist is created first.
        case choose
        /// Show only the topic with this key.
        case pick(Character)
        /// Pin the topic under the cursor before the others, or unpin it. Can be undone.
        case pin
        /// Ask for another name of the topic under the cursor.
        case askForName
        /// Give the topic that was asked about this name. Can be undone.
        case submit(String)
        case cancelPrompt
        /// Remove the topic under the cursor. Can be undone.
        case remove
        case close
    }

    /// An output of the list of topics.
    public nonisolated enum Output: Equatable, Sendable {
        /// Show these topics, or all tickets if there are none.
        case choose(Set<LabelID>)
        case close
    }

    public private(set) var state = TopicsState() { didSet { stateChanged(from: oldValue) } }
    public let callbacks = ViewModelCallbacks<Output>()

    private let track: TrackServices
    private var session: Session { track.session }
    private let view: TrackView
    private var selectedTopics: Set<LabelID>
    private var counts: [LabelID: TrackCounts] = [:]
    private var allCounts: TrackCounts?
    private var sourceNames: [SupplierID: String] = [:]
    /// The topic whose name is asked for.
    private var renamed: LabelID?

    /// Creates the choice for `view`.
    public init(view: TrackView, track: TrackServices) {
        self.track = track
        self.view = view
        selectedTopics = view.topics?.labels ?? []
    }

    public func start() {
        track.labels.changes.observe(for: self) { [weak self] in self?.labelsChanged($0) }
        show()
        session.run { [self] in
            sourceNames = await track.sourceNames()
            var all = view
            all.topics = nil
            counts = try await track.reader.labelCounts(in: all)
            allCounts = try await track.reader.counts(in: all)
            show()
        }
    }

    public func send(_ action: Action) {
        switch action {
        case .type(let text):
            state.text = text
            state.cursor = 0
            show()
        case .move(let count):
            guard !state.rows.isEmpty else { return }
            state.cursor = state.cursor.cycled(by: count, within: state.rows.count)
        case .toggle: toggle()
        case .choose: choose()
        case .pick(let key):
            guard let index = state.rows.firstIndex(where: { $0.key == key }) else { return }
            state.cursor = index
            choose()
        case .pin: pin()
        case .askForName: askForName()
        case .submit(let name): rename(to: name.trimmingSpaces)
        case .cancelPrompt: state.prompt = nil
        case .remove: remove()
        case .close: onOutput?(.close)
        }
    }

    private func toggle() {
        guard let row = current else { return }
        switch row.kind {
        case .all: selectedTopics = []
        case .topic(let id): selectedTopics.formSymmetricDifference([id])
        case .make: return refuse(row)
        }
        onOutput?(.choose(selectedTopics))
        show()
    }

    private func choose() {
        guard let row = current else {
            // The error is on the screen. Linear mode reads it out again.
            if case .wrong(let error) = state.hint { session.messages.log(error) }
            return
        }
        switch row.kind {
        case .all: onOutput?(.choose([]))
        case .topic(let id): onOutput?(.choose([id]))
        case .make: return make(state.text.trimmingSpaces)
        }
        onOutput?(.close)
    }

    private func pin() {
        guard var topic = currentTopic() else { return }
        topic.isPinned.toggle()
        let done = topic.isPinned ? MessageKey.topicPinned : .topicUnpinned
        track.labels.change(done, undone: .topicChangedUndone, of: topic.name) { [topic] in $0.put(topic) }
        holdInputForChange()
    }

    /// Lets keys wait until a change is stored, which the list then shows at once.
    private func holdInputForChange() { holdInput(in: session.activity) { [track] in await track.labels.flush() } }

    private func askForName() {
        guard let topic = currentTopic() else { return }
        renamed = topic.id
        state.prompt = TextPrompt(
            question: session.localizer(.sourceRename, .text(topic.name)), initial: topic.name, kind: .name)
    }

    private func rename(to name: String) {
        guard let id = renamed, var topic = track.labels.topic(id), name != topic.name else {
            state.prompt = nil
            return
        }
        guard !name.isEmpty else { return session.messages.failure(Message("nameIsOneLine")) }
        let others = TopicNames(track.labels.topics.lazy.filter { $0.id != id }.map(\.name))
        if let taken = others.known(name) { return session.messages.failure(.nameTaken, .text(taken)) }
        guard !BuiltInView.isNamed(name) else { return session.messages.failure(.nameOfView, .text(name)) }
        if let refusal = track.labels.refusal(ofRenaming: topic.name, to: name) {
            return session.messages.failure(refusal)
        }
        let former = topic.name
        topic.name = name
        track.labels.change(
            .topicRenamed, undone: .topicChangedUndone, of: former, to: name,
            onDone: { [weak self] in self?.renamedTopic(to: name) }
        ) { [topic] in $0.put(topic, replacing: former) }
        holdInputForChange()
    }

    /// Ends the question for a name, which stays open if the name could not be stored.
    private func renamedTopic(to name: String) {
        state.prompt = nil
        // The text looked for the former name, which Enter would make a topic of.
        state.text = ""
        state.cursor = 1 + (track.labels.topics.firstIndex { $0.name == name } ?? 0)
        show()
    }

    private func labelsChanged(_ change: SessionLabels.Change) {
        if change == .labels {
            let renamed = track.labels.renamedTopics
            selectedTopics = Set(selectedTopics.map { renamed[$0] ?? $0 }).intersection(track.labels.topicIDs)
            for (former, new) in renamed { counts[new] = counts[former] }
        }
        show()
    }

    private func remove() {
        guard let topic = currentTopic() else { return }
        let name = topic.name
        if let refusal = track.labels.refusal(ofRemoving: name) { return session.messages.failure(refusal) }
        track.labels.change(.topicRemoved, undone: .topicRemovedUndone, of: name) { $0.removeTopic(name) }
        holdInputForChange()
    }

    private var current: TopicsState.Row? { state.rows.element(at: state.cursor) }

    /// Returns the topic under the cursor. On another row, says why there is none and returns `nil`.
    private func currentTopic() -> Topic? {
        guard let row = current else { return nil }
        guard case .topic(let id) = row.kind else {
            refuse(row)
            return nil
        }
        return track.labels.topic(id)
    }

    private func refuse(_ row: TopicsState.Row) {
        session.messages.show(row.kind == .all ? .topicIsAll : .topicIsNew, .text(row.name))
    }

    /// Makes a topic with the typed query, and shows only that once it is stored. After a refusal or a failure, the text stays
    /// so that it can be changed.
    private func make(_ text: String) {
        do {
            let query = try Query(parsing: text, kinds: session.kinds)
            let name = name(of: text, query)
            let topic = Topic(name: track.labels.topicName(meantBy: name) ?? name, query: query)
            track.labels.put(topic) { [output = onOutput] in
                output?(.choose([topic.id]))
                output?(.close)
            }
            track.labels.holdInputUntilStored()
        } catch {
            session.messages.failure(error)
        }
    }

    private func show() {
        var next = state
        let topics = track.labels.topics
        let rows = topics.enumerated().map { row(of: $0.element, at: $0.offset) }
        let text = state.text.trimmingSpaces
        next.hint = topics.isEmpty ? .noTopics(session.localizer(.topicsEmpty)) : nil
        if text.isEmpty {
            next.rows = topics.isEmpty ? [] : [allRow] + rows
        } else {
            next.rows = FuzzySearch(text).sorted(rows, by: \.name).map(\.item)
            if track.labels.topicName(meantBy: text) == nil { addMaking(of: text, to: &next) }
        }
        next.combination =
            selectedTopics.count > 1
            ? session.localizer(view.topics?.combination == .intersection ? .intersectionOf : .unionOf) : nil
        next.cursor.limit(to: next.rows.count)
        state = next
    }

    private func addMaking(of text: String, to state: inout TopicsState) {
        do {
            let query = try Query(parsing: text, kinds: session.kinds)
            state.rows.append(
                TopicsState.Row(
                    kind: .make, name: name(of: text, query), count: "",
                    explanation: session.localizer(
                        .topicNew, .text(track.labels.explanation(of: query, naming: sourceNames))),
                    isChosen: false))
        } catch {
            guard state.rows.isEmpty else { return }
            state.hint = .wrong(session.localizer(error))
        }
    }

    /// Returns the name of a new topic: that of its source if it is one source, otherwise the text.
    private func name(of text: String, _ query: Query) -> String {
        guard case .condition(.words(let pattern, in: .source)) = query else { return text }
        return sourceNames[SupplierID(pattern.text)] ?? text
    }

    private var allRow: TopicsState.Row {
        TopicsState.Row(
            kind: .all, name: session.localizer(.viewAll), key: "0", count: count(allCounts),
            explanation: session.localizer(.topicAll), isChosen: selectedTopics.isEmpty)
    }

    private func row(of topic: Topic, at index: Int) -> TopicsState.Row {
        var parts = topic.suppliers.map { track.labels.name(of: $0, naming: sourceNames) }.sorted()
        if parts.count > 3 {
            parts = Array(parts.prefix(2)) + [session.localizer(.filteredMore, .number(parts.count - 2))]
        }
        if let query = topic.query { parts.insert(query.naming(sourceNames).description, at: 0) }
        parts += topic.languages.sorted().map { session.localizer(LanguageTag.name(of: $0)) }
        return TopicsState.Row(
            kind: .topic(topic.id), name: topic.name, key: Self.keys.dropFirst(index).first, isPinned: topic.isPinned,
            count: count(counts[topic.id] ?? (allCounts == nil ? nil : TrackCounts())),
            explanation: parts.joined(separator: ", "), isChosen: selectedTopics.contains(topic.id))
    }

    /// The keys of the topics, in order.
    private static let keys = Array("123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ")

    private func count(_ counts: TrackCounts?) -> String {
        guard let counts else { return "" }
        return session.localizer(
            .topicCount, .text(session.localizer.grouped(counts.unread)),
            .text(session.localizer.grouped(counts.total)))
    }
}
