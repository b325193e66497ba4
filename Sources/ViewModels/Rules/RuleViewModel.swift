public import EngineConcepts
import FiberConfiguration
import Localization
public import Queries

/// Makes a rule, or changes one: what it is about, what it does, and what it would do to what is stored, before it is
/// kept.
public final class RuleViewModel {
    /// Where a rule comes from.
    public enum Origin {
        /// Tickets like this one.
        case ticket(TicketID, view: TrackView)
        /// What was typed.
        case text(String)
        /// A rule that there is.
        case rule(Rule)
    }

    /// What the screen shows.
    public private(set) var state: RuleState {
        didSet { if state != oldValue { onChange?() } }
    }
    /// Told after every change of ``state``.
    public var onChange: (() -> Void)?
    /// Told when the rule is kept or given up.
    public var onFinish: (() -> Void)?
    /// Told once, when what the reader presses can be understood; see ``isReady``.
    public var onReady: (() -> Void)?
    /// Whether it is known what the rule could be about.
    public private(set) var isReady = false

    private let services: ReaderServices
    private let builder: BriefBuilder
    private let origin: Origin
    private var draft = RuleDraft("")
    private var suppliers: [SupplierID: SupplierStatus] = [:]
    private var trial: (rule: Rule, result: RuleTrial, samples: [TicketBrief])?
    private var running: Task<Void, Never>?

    /// Makes the model; ``start()`` brings it to life.
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

    /// Reads what it needs.
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

    /// Ends what runs. Nothing is kept.
    public func stop() {
        running?.cancel()
        running = nil
    }

    /// Takes the suggestion of a key; false where no suggestion has it.
    public func choose(_ key: Character) -> Bool {
        guard let chosen = state.suggestions?.first(where: { $0.key == key }) else { return false }
        if chosen.isOffTopic {
            draft.offTopic = chosen.text
            // Everywhere it would hide all that is in no other topic; from this source it is what one means most often.
            draft.scope = draft.scopes.last ?? draft.scope
        } else {
            draft.text = chosen.text
        }
        state.suggestions = nil
        show()
        return true
    }

    /// Begins with an empty query.
    public func typeFreely() {
        state.suggestions = nil
        show()
    }

    /// Takes the query as it stands.
    public func type(_ text: String) {
        guard draft.isQuery, text != draft.text else { return }
        draft.text = text
        show()
    }

    /// Takes the next effect: hide, muffle, highlight, notify.
    public func nextEffect() {
        draft.nextEffect()
        show()
    }

    /// Looks elsewhere: everywhere, or only in the topic or the source at hand.
    public func nextScope() {
        draft.nextScope()
        show()
    }

    /// Holds for another time.
    public func nextTerm() {
        draft.nextTerm()
        show()
    }

    /// Keeps the rule, if it is one; can be undone.
    public func save() {
        let rule: Rule
        do {
            rule = try draft.rule(at: services.time.now(), taken: Set(services.labels.rules.map(\.name)))
        } catch {
            // What is wrong stands below the query already; an empty one is no mistake yet.
            return services.messages.problem(state.explanation)
        }
        let former = draft.former?.name
        let isNew = former == nil
        services.labels.change(
            isNew ? .ruleAdded : .ruleChanged, undone: isNew ? .ruleAddedUndone : .ruleChangedUndone, of: rule.name
        ) { $0.put(rule, replacing: former) }
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
            let rule = try draft.rule(at: services.time.now(), taken: [])
            next.explanation = words(rule.subject)
            next.isWrong = false
            attempt(rule)
            showTrial(of: rule, in: &next)
        } catch {
            running?.cancel()
            trial = nil
            next.explanation = error.code == .empty ? services.wording(.ruleEmpty) : error.description
            next.isWrong = error.code != .empty
            next.verdict = nil
            next.samples = []
        }
        state = next
    }

    /// Tries a rule, unless that is done or under way.
    private func attempt(_ rule: Rule) {
        if let trial, trial.rule.isAbout(whatIs: rule) { return }
        trial = (rule, RuleTrial(), [])
        running?.cancel()
        let surroundings = services.surroundings
        running = services.activity.run { [weak self, services] in
            do {
                try await RuleTrial.run(
                    rule, over: services.reader, by: services.finder, in: surroundings
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
        state.verdict =
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
                .words(draft.former?.expires.map { services.texts.moment($0, at: services.time.now()) } ?? ""))
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
    /// Whether both apply to the same tickets: a rule that hides leaves out what the reader wants shown.
    fileprivate nonisolated func isAbout(whatIs other: Rule) -> Bool {
        subject == other.subject && scope == other.scope && (effect == .hide) == (other.effect == .hide)
    }
}
