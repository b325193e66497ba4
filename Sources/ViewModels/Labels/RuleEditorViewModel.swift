public import EngineConcepts
import FiberConfiguration
import Localization
public import Queries

/// The state of a rule's editor.
public nonisolated struct RuleEditorState: ListState, Equatable, Sendable {
    /// The suggestions for the subject of the rule, or `nil` if it is known.
    public var suggestions: [RuleSuggestion]?
    /// The index of the suggestion under the cursor.
    public var cursor = 0
    public var title: String
    /// The name that the rule has or was given, or `nil` while the program names it.
    public var name: String?
    /// The question for the rule's name, or `nil` while it is not asked.
    public var prompt: TextPrompt?
    /// The query as typed.
    public var text: String
    /// True if the query can be edited.
    public var isQuery: Bool
    /// The effect in words; the screen adds the key that changes it.
    public var effect: String
    /// The scope in words.
    public var scope: String
    /// The rule's lifetime.
    public var term: String
    /// The query, with the rule that it makes.
    public var query: TypedQuery<RulePreview>
    /// The reason why the rule did not take the text typed last, or `nil` after any other action.
    public var refusal: String?

    /// The rule with its effect, or `nil` if there is no rule to try.
    public var preview: RulePreview? { query.value }
}

/// Edits a rule: its subject, its effect, and what it would do to the stored tickets before it is saved.
public final class RuleEditorViewModel: ViewModel {
    /// An action in the editor of a rule.
    public nonisolated enum Action: ListAction, PromptAction, Equatable {
        /// Move the cursor in the suggestions.
        case move(Int)
        /// Use the suggestion under the cursor.
        case choose
        /// Update the query. The suggestions are shown as long as it is empty. An off-topic rule refuses the text.
        case type(String)
        /// Select the next effect: hide, muffle, highlight, notify.
        case nextEffect
        /// Select the next scope: everywhere, or only the topic or source at hand.
        case nextScope
        /// Select the next lifetime.
        case nextTerm
        case askForName
        /// Give the rule this name. Without text, it keeps its name.
        case submit(String)
        case cancelPrompt
        /// Save the rule if it is valid and has not just refused text. Can be undone.
        case save
        case close
    }

    /// An output of the editor of a rule.
    public nonisolated enum Output: Equatable, Sendable {
        case close
        /// Close the editor and open the list of all rules.
        case showRules
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

    public private(set) var state: RuleEditorState { didSet { stateChanged(from: oldValue) } }
    public let callbacks = ViewModelCallbacks<Output>(isLoading: true)

    private let track: TrackServices
    private var session: Session { track.session }
    private var texts: RuleTexts
    private let runner: RuleTrialRunner
    private let origin: Origin
    private var draft = RuleDraft("")
    /// The suggestions, or `nil` if there are none or one was chosen.
    private var offered: [RuleSuggestion]?

    /// Creates the view-model; ``start()`` loads its data.
    public init(origin: Origin, track: TrackServices) {
        self.origin = origin
        self.track = track
        texts = RuleTexts(session: track.session, labels: track.labels)
        runner = RuleTrialRunner(track: track)
        let localizer = track.session.localizer
        let isChange = if case .rule = origin { true } else { false }
        state = RuleEditorState(
            title: localizer(isChange ? .ruleChange : .ruleNew), text: "", isQuery: true, effect: "", scope: "",
            term: "", query: .empty(""))
        switch origin {
        case .ticket: state.suggestions = []
        case .text(let text): draft = RuleDraft(text)
        case .rule(let rule):
            draft = RuleDraft(changing: rule)
            nameSources(of: rule)
        }
        runner.onProgress = { [weak self] in self?.show() }
    }

    public func start() {
        session.activity.run { [self] in
            texts.sourceNames = await track.sourceNames()
            switch origin {
            case .ticket(let id, let view): await suggest(id, view)
            case .text: break
            case .rule(let rule): nameSources(of: rule)
            }
            show()
            endLoading()
        }
        show()
    }

    /// Cancels running work and saves nothing.
    public func stop() { runner.stop() }

    public func send(_ action: Action) {
        let refusal = state.refusal
        state.refusal = nil
        switch action {
        case .move(let count): state.cursor.move(by: count, within: state.suggestions?.count ?? 0)
        case .choose: return choose()
        case .type(let text):
            guard text != draft.text else { return }
            if case .offTopic(let topic) = draft.subject {
                state.refusal = session.localizer(.ruleOffTopicFixed, .text(topic))
                return
            }
            draft.subject = .query(text)
            draft.suggestedName = nil
            state.suggestions = text.isEmpty ? offered : nil
        case .nextEffect: draft.nextEffect()
        case .nextScope: draft.nextScope()
        case .nextTerm: draft.nextTerm()
        case .askForName: askForName()
        case .submit(let name): take(name: name.trimmingSpaces)
        case .cancelPrompt: state.prompt = nil
        case .save:
            // The user expects a rule with the text that was just typed.
            if let refusal { return session.messages.failure(refusal) }
            return save()
        case .close:
            onOutput?(.close)
            return
        }
        show()
    }

    private func choose() {
        guard let suggestion = state.suggestions?.element(at: state.cursor) else { return }
        switch suggestion.subject {
        case .query(let text):
            draft.subject = .query(text)
            draft.suggestedName = suggestion.text
        case .source(let id):
            if let query = Query.source(id) { draft.show(query, naming: texts.knownNames) }
            // The query also finds sources whose names contain this one's.
            draft.scope = .supplier(id)
            draft.suggestedName = suggestion.text
        case .offTopic(let topic):
            draft.subject = .offTopic(topic)
            draft.suggestedName = session.localizer(.ruleOffTopicName, .text(topic))
            // Everywhere, the rule would hide all tickets outside the topic. Only this source is the more likely intention.
            draft.scope = draft.scopes.last ?? draft.scope
        case .allRules:
            onOutput?(.showRules)
            return
        }
        (state.suggestions, offered) = (nil, nil)
        show()
    }

    private func askForName() {
        state.prompt = TextPrompt(
            question: session.localizer(.ruleNamePrompt), initial: draft.name ?? draft.original?.name ?? "", kind: .name
        )
    }

    private func take(name: String) {
        guard name == draft.original?.name || track.labels.rules.allSatisfy({ $0.name != name }) else {
            return session.messages.failure(.nameTaken, .text(name))
        }
        if !name.isEmpty { draft.name = name }
        state.prompt = nil
    }

    private func save() {
        let rule: Rule
        do {
            rule = try draft.rule(
                at: session.time.now(), besides: Set(track.labels.rules.map(\.name)), kinds: session.kinds)
        } catch {
            // The error is already shown above the query. Linear mode reads it out again.
            return session.messages.log(state.query.explanation)
        }
        guard rule != draft.original else {
            session.messages.show(.ruleUnchanged, .text(rule.name))
            onOutput?(.close)
            return
        }
        let original = draft.original?.name
        let isNew = original == nil
        // If the rule cannot be stored, the editor stays open with it.
        track.labels.change(
            isNew ? .ruleAdded : .ruleChanged, undone: isNew ? .ruleAddedUndone : .ruleChangedUndone, of: rule.name,
            onDone: { [output = onOutput] in output?(.close) }
        ) { $0.put(rule, replacing: original) }
        // A key on the list below must not change the former rule.
        track.labels.holdInputUntilStored()
    }

    /// Shows the sources in a rule's query by their names, unless the query was changed already.
    private func nameSources(of rule: Rule) {
        guard case .query(let query) = rule.subject, draft.text == query.naming(draft.shownNames).description else {
            return
        }
        draft.show(query, naming: texts.knownNames)
    }

    private func suggest(_ id: TicketID, _ view: TrackView) async {
        do {
            guard let entry = try await track.reader.entry(id) else {
                session.messages.show(.ticketGone)
                onOutput?(.close)
                return
            }
            let presenters = await track.presenters.presenters(for: [id.supplier])
            let presentation = presenters[id.supplier]?.present(entry.ticket) ?? Presentation()
            let selected = (view.topics?.labels ?? []).sorted().compactMap { track.labels.topic($0)?.name }
            let topics = track.labels.topics.filter { entry.labels.contains($0.id) }.map(\.name)
            draft.scopes =
                [.everywhere] + selected.map { .topic($0) }
                + topics.filter { !selected.contains($0) }.map { .topic($0) } + [.supplier(id.supplier)]
            // A topic made of sources alone has nothing else of this source: a rule about it would hide the whole source.
            let others = track.labels.topics.filter { $0.query != nil && !topics.contains($0.name) }.map(\.name)
            offered = RuleSuggestion.all(
                for: entry, shownAs: presentation, from: track.labels.name(of: id.supplier, naming: texts.sourceNames),
                outside: others, localizer: session.localizer)
            // The user may have begun to type meanwhile.
            state.suggestions = draft.text.isEmpty ? offered : nil
        } catch {
            session.messages.failure(.readFailed, error)
            onOutput?(.close)
        }
    }

    private func show() {
        var next = state
        next.name = draft.name ?? draft.original?.name
        next.text = draft.text
        next.isQuery = draft.isQuery
        next.effect = texts.effectText(draft.effect)
        next.scope = texts.scopeText(draft.scope)
        next.term = texts.termText(of: draft)
        guard next.suggestions == nil else {
            state = next
            return
        }
        do {
            let rule = try draft.rule(at: session.time.now(), besides: [], kinds: session.kinds)
            next.query = .valid(texts.preview(of: rule, runner.run(rule)))
        } catch {
            runner.clear()
            next.query = error.code == .empty ? .empty(session.localizer(.ruleEmpty)) : .wrong(session.localizer(error))
        }
        state = next
    }
}
