public import EngineConcepts
import FiberConfiguration
import Localization
public import Queries

/// Edits a rule: its subject, its effect, and what it would do to the stored tickets before it is saved.
public final class RuleViewModel {
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
    /// Called when the rule was saved or cancelled.
    public var onFinish: (() -> Void)?
    /// Called once when ``isReady`` becomes true.
    public var onReady: (() -> Void)?
    /// True when the suggestions are known, so that keys can be interpreted.
    public private(set) var isReady = false

    private let services: ReaderServices
    private let builder: BriefBuilder
    private let origin: Origin
    private var draft = RuleDraft("")
    private var suppliers: [SupplierID: SupplierStatus] = [:]
    private var trial: (rule: Rule, result: RuleTrial, samples: [TicketBrief])?
    private var running: Task<Void, Never>?

    /// Makes the view-model; ``start()`` loads its data.
    public init(origin: Origin, services: ReaderServices) {
        self.origin = origin
        self.services = services
        builder = BriefBuilder(services: services)
        let wording = services.wording
        let isChange = if case .rule = origin { true } else { false }
        state = RuleState(
            title: wording(isChange ? .ruleChange : .ruleNew), text: "", isQuery: true, effect: "", scope: "",
            term: "", explanation: "", isWrong: false, samples: [])
        switch origin {
        case .ticket: state.suggestions = []
        case .text(let text): draft = RuleDraft(text)
        case .rule(let rule): draft = RuleDraft(changing: rule)
        }
    }

    /// Loads the ticket and the labels.
    public func start() {
        services.activity.run { [weak self] in
            guard let self else { return }
            let snapshot = await services.engine.snapshot
            suppliers = Dictionary(snapshot.suppliers.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
            if case .ticket(let id, let view) = origin { await suggest(id, view) }
            show()
            isReady = true
            onReady?()
        }
        show()
    }

    /// Cancels running work and saves nothing.
    public func stop() {
        running?.cancel()
        running = nil
    }

    /// Selects the suggestion of a key. Returns `false` if there is none.
    public func choose(_ key: Character) -> Bool {
        guard let chosen = state.suggestions?.first(where: { $0.key == key }) else { return false }
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
        return true
    }

    /// Starts with an empty query.
    public func startEmptyQuery() {
        state.suggestions = nil
        show()
    }

    /// Updates the query.
    public func type(_ text: String) {
        guard draft.isQuery, text != draft.text else { return }
        draft.text = text
        show()
    }

    /// Selects the next effect: hide, muffle, highlight, notify.
    public func nextEffect() {
        draft.nextEffect()
        show()
    }

    /// Selects the next scope: everywhere, or only the topic or source at hand.
    public func nextScope() {
        draft.nextScope()
        show()
    }

    /// Selects the next lifetime.
    public func nextTerm() {
        draft.nextTerm()
        show()
    }

    /// Saves the rule if it is valid. Can be undone.
    public func save() {
        let rule: Rule
        do {
            rule = try draft.rule(
                at: services.time.now(), taken: Set(services.labels.rules.map(\.name)), kinds: services.kinds)
        } catch {
            // The error is already shown below the query; an empty query is not an error yet.
            return services.messages.problem(state.explanation)
        }
        let original = draft.original?.name
        let isNew = original == nil
        services.labels.change(
            isNew ? .ruleAdded : .ruleChanged, undone: isNew ? .ruleAddedUndone : .ruleChangedUndone, of: rule.name
        ) { $0.put(rule, replacing: original) }
        onFinish?()
    }

    private func suggest(_ id: TicketID, _ view: TrackView) async {
        do {
            guard let entry = try await services.reader.entry(id) else {
                services.messages.note(.ticketGone)
                onFinish?()
                return
            }
            let presenters = await services.presenters.presenters(for: [id.supplier])
            let presentation = presenters[id.supplier]?.present(entry.ticket) ?? Presentation()
            let chosen = (view.topics?.labels ?? []).sorted().compactMap { services.labels.topic($0)?.name }
            let topics = services.labels.topics.filter { entry.labels.contains($0.id) }.map(\.name)
            draft.scopes =
                [.everywhere] + chosen.map { .topic($0) }
                + topics.filter { !chosen.contains($0) }.map { .topic($0) } + [.supplier(id.supplier)]
            let others = services.labels.topics.map(\.name).filter { !topics.contains($0) }
            state.suggestions = RuleSuggestion.all(
                for: entry, shownAs: presentation, outside: others, wording: services.wording)
        } catch {
            services.messages.problem(.readFailed, error)
            onFinish?()
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
            let rule = try draft.rule(at: services.time.now(), taken: [], kinds: services.kinds)
            next.explanation = words(rule.subject)
            next.isWrong = false
            attempt(rule)
            showTrial(of: rule, in: &next)
        } catch {
            running?.cancel()
            trial = nil
            next.explanation = error.code == .empty ? services.wording(.ruleEmpty) : services.wording(error)
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
        let queryContext = services.queryContext
        running = services.activity.run { [weak self, services] in
            do {
                try await RuleTrial.run(
                    rule, over: services.reader, by: services.finder, in: queryContext
                ) { [weak self] result in
                    await self?.note(result, of: rule)
                }
            } catch is CancellationError {
                return
            } catch {
                services.messages.problem(.readFailed, error)
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
        let wording = services.wording
        let verb =
            switch rule.effect {
            case .hide: wording(.wouldHide)
            case .muffle: wording(.wouldMuffle)
            case .highlight: wording(.wouldHighlight)
            case .notify: wording(.wouldNotify)
            }
        let (matched, total) = (Localizer.grouped(trial.matched), Localizer.grouped(trial.total))
        state.trialResult =
            if trial.isComplete {
                wording(.trialDone, .words(verb), .words(matched), .words(total))
            } else if let seen = trial.seen {
                wording(.trialSoFar, .words(verb), .words(matched), .words(Localizer.grouped(seen)), .words(total))
            } else {
                wording(.trialFinding, .words(verb), .words(matched), .words(total))
            }
        state.samples = samples
    }

    private func words(_ effect: LabelEffect) -> String {
        switch effect {
        case .hide: services.wording(.effectHide)
        case .muffle: services.wording(.effectMuffle)
        case .highlight: services.wording(.effectHighlight)
        case .notify: services.wording(.effectNotify)
        }
    }

    private func words(_ scope: Rule.Scope) -> String {
        switch scope {
        case .everywhere: services.wording(.scopeEverywhere)
        case .topic(let name): services.wording(.scopeTopic, .words(name))
        case .supplier(let id): services.wording(.scopeSource, .words(suppliers[id]?.name ?? id.rawValue))
        }
    }

    private func words(_ term: RuleDraft.Term) -> String {
        switch term {
        case .always: services.wording(.termAlways)
        case .day: services.wording(.termDay)
        case .week: services.wording(.termWeek)
        case .asBefore:
            services.wording(
                .termUntil,
                .words(draft.original?.expires.map { services.texts.moment($0, at: services.time.now()) } ?? ""))
        }
    }

    private func words(_ subject: Rule.Subject) -> String {
        switch subject {
        case .query(let query): query.explanation(in: services.wording.language)
        case .offTopic(let name): services.wording(.ruleOffTopic, .words(name))
        }
    }
}

nonisolated extension Rule {
    /// True if both rules apply to the same tickets. Rules that hide skip exempted tickets, others do not.
    fileprivate nonisolated func isAbout(whatIs other: Rule) -> Bool {
        subject == other.subject && scope == other.scope && (effect == .hide) == (other.effect == .hide)
    }
}
