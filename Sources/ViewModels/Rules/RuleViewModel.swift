public import EngineConcepts
import FiberConfiguration
import Localization
public import Queries

/// Edits a rule: its subject, its effect, and what it would do to the stored tickets before it is saved.
public final class RuleViewModel: ViewModel {
    /// An action in the editor of a rule.
    public nonisolated enum Action: Equatable, Sendable {
        /// Select the suggestion of a key.
        case choose(Character)
        /// Start with an empty query.
        case startEmptyQuery
        /// Update the query.
        case type(String)
        /// Select the next effect: hide, collapse, highlight, notify.
        case nextEffect
        /// Select the next scope: everywhere, or only the topic or source at hand.
        case nextScope
        /// Select the next lifetime.
        case nextTerm
        /// Save the rule if it is valid. Can be undone.
        case save
        /// Close the editor.
        case close
    }

    /// An output of the editor of a rule.
    public nonisolated enum Output: Equatable, Sendable {
        /// The editor is no longer needed.
        case finish
    }

    /// The origin of a rule.
    public enum Origin {
        /// A ticket; the rule is for tickets like it.
        case ticket(TicketID, view: TrackView)
        /// A query.
        case text(String)
        /// An existing rule.
        case rule(Rule)
    }

    /// The state of the screen.
    public private(set) var state: RuleState {
        didSet { if state != oldValue { onChange?() } }
    }
    /// Called after each change of ``state``.
    public var onChange: (() -> Void)?
    /// Called with every output.
    public var onOutput: ((Output) -> Void)?

    private let track: TrackServices
    private let session: SessionContext
    private let builder: BriefBuilder
    private let origin: Origin
    private var draft = RuleDraft("")
    private var suppliers: [SupplierID: SupplierStatus] = [:]
    private var trial: (rule: Rule, result: RuleTrial, samples: [TicketBrief])?
    private var running: Task<Void, Never>?

    /// Makes the view-model; ``start()`` loads its data.
    public init(origin: Origin, track: TrackServices, session: SessionContext) {
        self.origin = origin
        self.track = track
        self.session = session
        builder = BriefBuilder(track: track, session: session)
        let localizer = session.localizer
        let isChange = if case .rule = origin { true } else { false }
        state = RuleState(
            title: localizer(isChange ? .ruleChange : .ruleNew), text: "", isQuery: true, effect: "", scope: "",
            term: "", explanation: "", isWrong: false, samples: [])
        switch origin {
        case .ticket: state.suggestions = []
        case .text(let text): draft = RuleDraft(text)
        case .rule(let rule): draft = RuleDraft(changing: rule)
        }
    }

    /// Loads the ticket and the labels.
    public func start() {
        session.activity.run { [weak self] in
            guard let self else { return }
            let snapshot = await track.engine.snapshot
            suppliers = snapshot.suppliersByID
            if case .ticket(let id, let view) = origin { await suggest(id, view) }
            show()
            state.isReady = true
        }
        show()
    }

    /// Cancels running work and saves nothing.
    public func stop() {
        running?.cancel()
        running = nil
    }

    /// Performs an action.
    public func send(_ action: Action) {
        switch action {
        case .choose(let key): return choose(key)
        case .startEmptyQuery: state.suggestions = nil
        case .type(let text):
            guard draft.isQuery, text != draft.text else { return }
            draft.text = text
        case .nextEffect: draft.nextEffect()
        case .nextScope: draft.nextScope()
        case .nextTerm: draft.nextTerm()
        case .save: return save()
        case .close:
            onOutput?(.finish)
            return
        }
        show()
    }

    private func choose(_ key: Character) {
        guard let chosen = state.suggestions?.first(where: { $0.key == key }) else { return }
        if chosen.isOffTopic {
            draft.offTopic = chosen.text
            // Everywhere, the rule would hide all tickets outside the topic. Only this source is the more likely
            // intention.
            draft.scope = draft.scopes.last ?? draft.scope
        } else {
            draft.text = chosen.text
        }
        state.suggestions = nil
        show()
    }

    private func save() {
        let rule: Rule
        do {
            rule = try draft.rule(
                at: session.time.now(), taken: Set(track.labels.rules.map(\.name)), kinds: session.kinds)
        } catch {
            // The error is already shown below the query; an empty query is not an error yet.
            return session.messages.problem(state.explanation)
        }
        let original = draft.original?.name
        let isNew = original == nil
        track.labels.change(
            isNew ? .ruleAdded : .ruleChanged, undone: isNew ? .ruleAddedUndone : .ruleChangedUndone, of: rule.name
        ) { $0.put(rule, replacing: original) }
        onOutput?(.finish)
    }

    private func suggest(_ id: TicketID, _ view: TrackView) async {
        do {
            guard let entry = try await track.reader.entry(id) else {
                session.messages.note(.ticketGone)
                onOutput?(.finish)
                return
            }
            let presenters = await track.presenters.presenters(for: [id.supplier])
            let presentation = presenters[id.supplier]?.present(entry.ticket) ?? Presentation()
            let chosen = (view.topics?.labels ?? []).sorted().compactMap { track.labels.topic($0)?.name }
            let topics = track.labels.topics.filter { entry.labels.contains($0.id) }.map(\.name)
            draft.scopes =
                [.everywhere] + chosen.map { .topic($0) }
                + topics.filter { !chosen.contains($0) }.map { .topic($0) } + [.supplier(id.supplier)]
            let others = track.labels.topics.map(\.name).filter { !topics.contains($0) }
            state.suggestions = RuleSuggestion.all(
                for: entry, shownAs: presentation, outside: others, localizer: session.localizer)
        } catch {
            session.messages.problem(.readFailed, error)
            onOutput?(.finish)
        }
    }

    private func show() {
        var next = state
        next.text = draft.text
        next.isQuery = draft.isQuery
        next.effect = words(draft.effect)
        next.scope = words(draft.scope)
        next.term = words(draft.term)
        guard next.suggestions == nil else {
            state = next
            return
        }
        do {
            let rule = try draft.rule(at: session.time.now(), taken: [], kinds: session.kinds)
            next.explanation = words(rule.subject)
            next.isWrong = false
            attempt(rule)
            showTrial(of: rule, in: &next)
        } catch {
            running?.cancel()
            trial = nil
            next.explanation = error.code == .empty ? session.localizer(.ruleEmpty) : session.localizer(error)
            next.isWrong = error.code != .empty
            next.trialResult = nil
            next.samples = []
        }
        state = next
    }

    /// Tries a rule, unless its trial is running or done.
    private func attempt(_ rule: Rule) {
        if let trial, trial.rule.isAbout(whatIs: rule) { return }
        trial = (rule, RuleTrial(), [])
        running?.cancel()
        let queryContext = track.queryContext
        running = session.activity.run { [weak self, track, session] in
            do {
                try await RuleTrial.run(
                    rule, over: track.reader, by: track.finder, in: queryContext
                ) { [weak self] result in
                    await self?.note(result, of: rule)
                }
            } catch is CancellationError {
                return
            } catch {
                session.messages.problem(.readFailed, error)
            }
        }
    }

    private func note(_ result: RuleTrial, of rule: Rule) async {
        guard let before = trial, before.rule == rule else { return }
        let isSame = before.result.samples == result.samples
        let samples = isSame ? before.samples : await builder.briefs(of: result.samples)
        guard trial?.rule == rule else { return }
        trial = (rule, result, samples)
        show()
    }

    private func showTrial(of rule: Rule, in state: inout RuleState) {
        guard let (_, trial, samples) = trial else { return }
        let localizer = session.localizer
        let verb =
            switch rule.effect {
            case .hide: localizer(.wouldHide)
            case .muffle: localizer(.wouldMuffle)
            case .highlight: localizer(.wouldHighlight)
            case .notify: localizer(.wouldNotify)
            }
        let (matched, total) = (localizer.grouped(trial.matched), localizer.grouped(trial.total))
        state.trialResult =
            if trial.isComplete {
                localizer(.trialDone, .words(verb), .words(matched), .words(total))
            } else if let seen = trial.seen {
                localizer(.trialSoFar, .words(verb), .words(matched), .words(localizer.grouped(seen)), .words(total))
            } else {
                localizer(.trialFinding, .words(verb), .words(matched), .words(total))
            }
        state.samples = samples
    }

    private func words(_ effect: LabelEffect) -> String {
        switch effect {
        case .hide: session.localizer(.effectHide)
        case .muffle: session.localizer(.effectMuffle)
        case .highlight: session.localizer(.effectHighlight)
        case .notify: session.localizer(.effectNotify)
        }
    }

    private func words(_ scope: Rule.Scope) -> String {
        switch scope {
        case .everywhere: session.localizer(.scopeEverywhere)
        case .topic(let name): session.localizer(.scopeTopic, .words(name))
        case .supplier(let id): session.localizer(.scopeSource, .words(suppliers[id]?.name ?? id.rawValue))
        }
    }

    private func words(_ term: RuleDraft.Term) -> String {
        switch term {
        case .always: session.localizer(.termAlways)
        case .day: session.localizer(.termDay)
        case .week: session.localizer(.termWeek)
        case .asBefore:
            session.localizer(
                .termUntil,
                .words(draft.original?.expires.map { session.texts.moment($0, at: session.time.now()) } ?? ""))
        }
    }

    private func words(_ subject: Rule.Subject) -> String {
        switch subject {
        case .query(let query): query.explanation(in: session.localizer.language)
        case .offTopic(let name): session.localizer(.ruleOffTopic, .words(name))
        }
    }
}

nonisolated extension Rule {
    /// True if both rules apply to the same tickets. Rules that hide skip exempted tickets, others do not.
    fileprivate nonisolated func isAbout(whatIs other: Rule) -> Bool {
        subject == other.subject && scope == other.scope && (effect == .hide) == (other.effect == .hide)
    }
}
