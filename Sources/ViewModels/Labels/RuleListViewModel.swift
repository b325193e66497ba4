public import EngineConcepts
import FiberConfiguration
import Localization
public import Queries

/// The state of the list of rules.
public nonisolated struct RuleListState: ListState, Equatable, Sendable {
    /// The number of rules, in words.
    public var summary = ""
    /// The rules in their order, or `nil` while they load.
    public var rows: [Row]?
    public var cursor = 0
    /// The rule under the cursor with its effect, or `nil` without rules.
    public var preview: RulePreview?

    /// The row of a rule.
    public struct Row: Equatable, Sendable, Identifiable {
        /// The rule's label.
        public var id: LabelID
        public var name: String
        /// The effect in words.
        public var effect: String
        /// The query as typed, with the scope and the end of the rule.
        public var condition: String
        /// The number of affected tickets in words, or the reason why the rule does not apply; `nil` if it is not known.
        public var count: String?
        /// True if the rule is disabled or has ended.
        public var isOff: Bool
    }
}

/// All rules of every effect, with the tickets that the rule under the cursor affects. The output is a rule to edit.
public final class RuleListViewModel: ViewModel {
    /// An action in the list of rules.
    public nonisolated enum Action: ListAction, Equatable {
        case move(Int)
        /// Edit the rule under the cursor.
        case editRule
        /// Turn the rule under the cursor on or off. Can be undone.
        case toggleRule
        /// Remove the rule under the cursor. Can be undone.
        case removeRule
        case undo
    }

    public private(set) var state = RuleListState() { didSet { stateChanged(from: oldValue) } }
    public let callbacks = ViewModelCallbacks<Rule>(isLoading: true)

    private let track: TrackServices
    private var session: Session { track.session }
    private var texts: RuleTexts
    private let runner: RuleTrialRunner
    /// The numbers of tickets with each label, or `nil` if they could not be read.
    private var counts: [LabelID: TrackCounts]?
    private lazy var reading = CoalescedTask(activity: session.activity) { [weak self] in await self?.readCounts() }

    /// Creates the view-model; ``start()`` loads its data.
    public init(track: TrackServices) {
        self.track = track
        texts = RuleTexts(session: track.session, labels: track.labels)
        runner = RuleTrialRunner(track: track)
        runner.onProgress = { [weak self] in self?.show() }
    }

    public func start() {
        track.labels.changes.observe(for: self) { [weak self] change in
            guard let self else { return }
            if change == .labels { showRules() }
            // While the store labels tickets again, the counts are incomplete, and the last ones stay.
            guard change == .labels || track.labels.progress.isComplete else { return }
            reading.run()
        }
        track.marks.changes.observe(for: self) { [weak self] change in
            if case .unknown = change { self?.reading.run() }
        }
        reading.run()
    }

    public func stop() { runner.stop() }

    public func send(_ action: Action) {
        switch action {
        case .move(let count):
            state.cursor.move(by: count, within: state.rows?.count ?? 0)
            show()
        case .editRule: if let current { onOutput?(current) }
        case .toggleRule: changeRule { track.labels.toggle($0) }
        case .removeRule: changeRule { track.labels.remove($0) }
        // The list shows changed rules at once, before it counts their tickets.
        case .undo: track.undoLast(holdingInput: { [self] in holdInput(in: session.activity, until: $0) })
        }
    }

    private func changeRule(_ change: (Rule) -> Void) {
        guard let current else { return }
        change(current)
        holdInput(in: session.activity) { [track] in await track.labels.flush() }
    }

    /// The rule under the cursor, or `nil` without rules.
    private var current: Rule? { state.rows?.element(at: state.cursor).flatMap { track.labels.rule($0.id) } }

    private func readCounts() async {
        await session.messages.showingErrors(.readFailed) {
            texts.sourceNames = await track.sourceNames()
            counts = try await track.reader.labelCounts(in: .all)
        }
        if state.rows == nil { state.rows = [] }
        showRules(again: true)
        endLoading()
    }

    /// Shows the present rules. The cursor stays on its rule, or goes to a new one.
    ///
    /// - Parameter again: True to repeat the trial of the rule under the cursor.
    private func showRules(again: Bool = false) {
        // Rules are not shown before their counts have been read.
        guard let before = state.rows else { return }
        let rules = track.labels.rules
        let known = Set(before.map(\.id))
        let selected = before.element(at: state.cursor)?.id
        var next = state
        next.rows = rules.map(row)
        next.summary = session.localizer(.filteredRules, .number(rules.count))
        let new = known.isEmpty ? nil : rules.firstIndex { !known.contains($0.id) }
        next.cursor = new ?? rules.cursor(on: selected, or: state.cursor)
        state = next
        show(again: again)
    }

    private func row(_ rule: Rule) -> RuleListState.Row {
        let applies = rule.isInForce(at: session.time.now())
        let count: String? =
            if applies {
                counts.map { session.localizer(.ruleTickets, .number($0[rule.id]?.total ?? 0)) }
            } else {
                session.localizer(rule.isEnabled ? .ruleEnded : .ruleIsOff)
            }
        return RuleListState.Row(
            id: rule.id, name: rule.name, effect: texts.effectText(rule.effect), condition: texts.condition(of: rule),
            count: count, isOff: !applies)
    }

    /// Shows what the rule under the cursor does, and tries it if that is not known.
    private func show(again: Bool = false) {
        guard let rule = current else {
            runner.clear()
            state.preview = nil
            return
        }
        let trial = runner.run(rule, again: again)
        state.preview = texts.preview(of: rule, trial, applies: rule.isInForce(at: session.time.now()))
    }
}
