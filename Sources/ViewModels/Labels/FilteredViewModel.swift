public import EngineConcepts
import FiberConfiguration
import Localization
public import Queries

/// The state of the screen of hidden tickets.
public nonisolated struct FilteredState: ListState, Equatable, Sendable {
    /// The numbers of hidden tickets and of rules, in words, or empty if there are no rules.
    public var summary = ""
    /// The number of hidden tickets, for narrow screens.
    public var briefSummary = ""
    /// True if the filter is on.
    public var isOn = false
    /// The state of the filter, in words, or empty if there are no rules.
    public var filter = ""
    /// The rules with their hidden tickets, or `nil` while they load.
    public var groups: [Group]? { didSet { lines = makeLines() } }
    /// The rules of the sources themselves.
    public var sourceFilters: [SourceFilter] = [] { didSet { lines = makeLines() } }
    /// The index of the line under the cursor, counting rules and tickets.
    public var cursor = 0
    /// The text shown if nothing is hidden.
    public var emptyText = ""

    /// A rule and the tickets it hides.
    public struct Group: Equatable, Sendable, Identifiable {
        /// The rule's label.
        public var id: LabelID
        public var name: String
        /// The rule's query as typed.
        public var query: String
        /// The number of hidden tickets, in words.
        public var count: String
        /// The newest hidden tickets.
        public var tickets: [TicketBrief]
        /// The number of tickets that are not listed, in words, or `nil` if all are.
        public var more: String?
        /// True if the rule is disabled and hides nothing.
        public var isOff = false
    }

    /// A rule of a source, whose items do not reach Fiber.
    public struct SourceFilter: Equatable, Sendable {
        public var source: SupplierID
        /// The rule, in the source's words.
        public var rule: String
        /// The location of the rule, in words.
        public var location: String
        /// The number of items, in words.
        public var count: String
    }

    /// A line of the list.
    public enum Line: Equatable, Sendable {
        case rule(Group)
        /// A ticket hidden by the rule above.
        case ticket(TicketBrief)
        /// The remaining tickets of a rule, to be listed on request.
        case more(LabelID, String)
        /// A rule of a source.
        case sourceFilter(SourceFilter)
    }

    /// The lines of ``groups`` and ``sourceFilters``, which each frame draws.
    public private(set) var lines: [Line] = []

    private func makeLines() -> [Line] {
        (groups ?? [])
            .flatMap { group in
                [.rule(group)] + group.tickets.map { .ticket($0) } + (group.more.map { [.more(group.id, $0)] } ?? [])
            } + sourceFilters.map { .sourceFilter($0) }
    }
}

/// All tickets that the filter hides in a view, grouped by rule, with the actions on them.
public final class FilteredViewModel: ViewModel {
    /// An action on the list of hidden tickets.
    public nonisolated enum Action: ListAction, Equatable {
        /// Take the state of the content filter.
        case setFilter(FilterState)
        case move(Int)
        /// Put the cursor on a ticket.
        case select(TicketID)
        /// Open the ticket under the cursor, list more, or edit the rule.
        case open
        /// Show the ticket under the cursor in spite of its rule.
        case unhide
        /// Edit the rule at the cursor.
        case editRule
        /// Turn the rule at the cursor on or off. Can be undone.
        case toggleRule
        /// Remove the rule at the cursor. Can be undone.
        case removeRule
        /// Turn the content filter on or off.
        case toggleFilter
        case undo
    }

    /// An output of the list of hidden tickets.
    public enum Output {
        /// Open a hidden ticket.
        case open(TicketID)
        case edit(Rule)
        /// Turn the filter on or off.
        case toggleFilter
    }

    public private(set) var state = FilteredState() { didSet { stateChanged(from: oldValue) } }
    public let callbacks = ViewModelCallbacks<Output>(isLoading: true)

    private let track: TrackServices
    private let sourceFilters: (any SourceFilterCounting)?
    private var session: Session { track.session }
    private let briefs: BriefBuilder
    private var ruleTexts: RuleTexts
    private var view: TrackView
    /// The maximum number of tickets to list per rule, if the user asked for more than at first.
    private var maximumTickets: [LabelID: Int] = [:]
    /// The last result per rule, reused while its counts are unchanged.
    private var lastResults: [LabelID: (counts: TrackCounts, maximum: Int, group: FilteredState.Group?)] = [:]
    private lazy var reading = CoalescedTask(activity: session.activity) { [weak self] in await self?.readGroups() }

    /// The numbers of hidden tickets and of the rules that hide them, or `nil` before they are known.
    private var hidden: (tickets: Int, rules: Int)?

    /// The number of tickets per rule that are listed at first.
    private static let initialTickets = 30
    /// The number of tickets that each request for more adds.
    private static let addedTickets = 200
    /// The longest time for which keys wait until tickets are labelled, which in a large Track takes longer.
    private static let maximumLabellingWait = Duration.seconds(1)

    /// Creates the screen for the tickets hidden in `view`.
    ///
    /// - Parameter sourceFilters: Counts what sources filter out by themselves, or `nil` if none do.
    public init(view: TrackView, track: TrackServices, sourceFilters: (any SourceFilterCounting)? = nil) {
        self.sourceFilters = sourceFilters
        self.view = view
        self.track = track
        briefs = BriefBuilder(track: track)
        ruleTexts = RuleTexts(session: track.session, labels: track.labels)
        setFilter(view.filter)
    }

    public func start() {
        track.labels.changes.observe(for: self) { [weak self] change in
            // While the store re-evaluates labels, most rules still hide the same tickets.
            let isUnderWay = change == .members && self?.track.labels.progress.isComplete == false
            self?.read(anew: !isUnderWay)
            // Keys typed after the rule that the editor has saved are for the list with that rule.
            if change == .labels { self?.holdInputForRules() }
        }
        track.marks.changes.observe(for: self) { [weak self] change in
            if case .unknown = change { self?.read() }
        }
        read()
    }

    public func send(_ action: Action) {
        switch action {
        case .setFilter(let filter): setFilter(filter)
        case .move(let count): state.cursor.move(by: count, within: state.lines.count)
        case .select(let ticket):
            let index = state.lines.firstIndex { if case .ticket(let brief) = $0 { brief.id == ticket } else { false } }
            if let index { state.cursor = index }
        case .open: open()
        case .unhide:
            guard case .ticket(let ticket) = current else { return session.messages.show(.notATicket) }
            track.marks.unhide([ticket.id])
            holdInput(for: reading) { [track] in await track.marks.flush() }
        case .editRule: if let currentRule { onOutput?(.edit(currentRule)) }
        case .toggleRule: changeRule { track.labels.toggle($0) }
        case .removeRule: changeRule { track.labels.remove($0) }
        case .toggleFilter: onOutput?(.toggleFilter)
        case .undo: track.undoLast(holdingInput: { [self] in holdInputForRules(until: $0) })
        }
    }

    private func changeRule(_ change: (Rule) -> Void) {
        guard let currentRule else { return }
        change(currentRule)
        holdInputForRules { [track] in await track.labels.flush() }
    }

    /// Lets keys wait until a change that may concern rules is stored and the list is read again.
    private func holdInputForRules(until stored: @escaping @MainActor () async -> Void = {}) {
        holdInput(for: reading) { [track] in
            await stored()
            // A rule that was enabled or restored is listed once its tickets are labelled.
            await track.labels.finishLabelling(within: Self.maximumLabellingWait)
        }
    }

    /// The listed tickets, from top to bottom.
    public var tickets: [TicketID] { (state.groups ?? []).flatMap { $0.tickets.map(\.id) } }

    private func setFilter(_ filter: FilterState) {
        view.filter = filter
        state.isOn = filter == .on
        describeFilter(in: &state)
    }

    /// Describes the filter and what it hides, or would hide if it were on. Without rules it has no effect either way.
    private func describeFilter(in state: inout FilteredState) {
        let hasRules = !track.labels.rules.isEmpty
        state.filter = hasRules ? session.localizer(state.isOn ? .filterIsOn : .filterIsOff) : ""
        state.emptyText = session.localizer(hasRules ? .filteredNothing : .rulesEmpty)
        state.briefSummary = ""
        state.summary = ""
        guard hasRules, let hidden else { return }
        state.briefSummary = session.localizer(.filteredItems, .number(hidden.tickets))
        state.summary = session.localizer(
            state.isOn ? .filteredSummary : .filteredSummaryOff, .text(state.briefSummary),
            .text(session.localizer(.filteredRules, .number(hidden.rules))))
    }

    private func open() {
        switch current {
        case .ticket(let ticket): onOutput?(.open(ticket.id))
        case .more(let label, _):
            maximumTickets[label, default: Self.initialTickets] += Self.addedTickets
            read()
        case .rule: send(.editRule)
        case .sourceFilter(let filter): session.messages.show(.filteredElsewhere, .text(filter.rule))
        case nil: break
        }
    }

    private var current: FilteredState.Line? { state.lines.element(at: state.cursor) }

    /// The rule of the line under the cursor.
    private var currentRule: Rule? {
        if case .sourceFilter = current { return nil }
        for line in state.lines.prefix(state.cursor + 1).reversed() {
            if case .rule(let group) = line { return track.labels.rule(group.id) }
        }
        return nil
    }

    private func read(anew: Bool = true) {
        if anew { lastResults = [:] }
        reading.run()
    }

    private func readGroups() async {
        defer { endLoading() }
        await session.messages.showingErrors(.readFailed) { state = try await stateOfGroups() }
    }

    private func stateOfGroups() async throws -> FilteredState {
        let view = view
        let names = await track.sourceNames()
        if names != ruleTexts.sourceNames {
            ruleTexts.sourceNames = names
            lastResults = [:]
        }
        let hiddenCount = try await track.reader.counts(in: view).hidden
        var hiddenView = view.filtered(.hiddenOnly)
        hiddenView.topics = nil
        let counts = try await track.reader.labelCounts(in: hiddenView)
        var groups: [FilteredState.Group] = []
        for rule in track.labels.rules where rule.effect == .hide && rule.isEnabled {
            guard let counts = counts[rule.id] else { continue }
            if let group = try await group(of: rule, counts, in: view) { groups.append(group) }
        }
        hidden = (hiddenCount, groups.count)
        var next = state
        next.groups = groups + disabledGroups
        next.sourceFilters = rulesOfSources(named: names)
        describeFilter(in: &next)
        next.cursor = cursor(in: next.lines)
        return next
    }

    /// The disabled rules, which hide nothing.
    private var disabledGroups: [FilteredState.Group] {
        track.labels.rules.filter { !$0.isEnabled }
            .map {
                FilteredState.Group(
                    id: $0.id, name: $0.name, query: ruleTexts.condition(of: $0), count: session.localizer(.ruleIsOff),
                    tickets: [], isOff: true)
            }
    }

    /// Returns the index of the current line in other lines, or that of the first ticket before there were any lines.
    private func cursor(in lines: [FilteredState.Line]) -> Int {
        guard let current else {
            return lines.firstIndex { if case .ticket = $0 { true } else { false } } ?? 0
        }
        var cursor = lines.firstIndex { $0.isSame(as: current) } ?? state.cursor
        cursor.limit(to: lines.count)
        return cursor
    }

    /// Returns the rules of sources in the order of their names.
    private func rulesOfSources(named names: [SupplierID: String]) -> [FilteredState.SourceFilter] {
        guard let counts = sourceFilters?.filteredAtSource, !counts.isEmpty else { return [] }
        let localizer = session.localizer
        return counts.filter { names[$0.key] != nil && view.suppliers?.contains($0.key) ?? true }
            .flatMap { source, rules in
                rules.map { rule, count in
                    FilteredState.SourceFilter(
                        source: source, rule: rule,
                        location: localizer(.filteredBySource, .text(names[source] ?? source.rawValue)),
                        count: localizer(.filteredItems, .number(count)))
                }
            }
            .sorted { ($0.rule, $0.location, $0.source.rawValue) < ($1.rule, $1.location, $1.source.rawValue) }
    }

    /// Returns the tickets that a rule hides in the view. A ticket hidden by several rules is listed once, with the rule
    /// named in its row.
    ///
    /// - Parameter counts: The number of hidden tickets that the rule applies to.
    private func group(
        of rule: Rule, _ counts: TrackCounts, in view: TrackView
    ) async throws -> FilteredState.Group? {
        let maximum = maximumTickets[rule.id] ?? Self.initialTickets
        if let known = lastResults[rule.id], known.counts == counts, known.maximum == maximum { return known.group }
        let group = try await readGroup(of: rule, upTo: maximum, in: view)
        lastResults[rule.id] = (counts, maximum, group)
        return group
    }

    private func readGroup(of rule: Rule, upTo maximum: Int, in view: TrackView) async throws -> FilteredState.Group? {
        var hiddenView = view.filtered(.hiddenOnly)
        hiddenView.topics = TopicSelection([rule.id])
        let id = rule.id
        let entries = try await TrackScan(track.reader, in: hiddenView, pageSize: 100)
            .entries(limit: maximum + 1) { entry in
                entry.hiddenBy == id && view.topics?.includes(view.labels(of: entry)) ?? true
            }
        guard !entries.isEmpty else { return nil }
        let isWhole = entries.count <= maximum
        let count = isWhole ? entries.count : try await track.reader.counts(in: hiddenView).total
        let listed = Array(entries.prefix(maximum))
        return FilteredState.Group(
            id: rule.id, name: rule.name, query: ruleTexts.condition(of: rule),
            count: session.localizer(.filterHidden, .number(count)),
            tickets: await briefs.briefs(of: listed),
            more: isWhole
                ? nil : session.localizer(.filteredMore, .text(session.localizer.grouped(count - listed.count))))
    }
}

extension FilteredState.Line {
    /// Returns true if both lines are for the same rule or ticket.
    fileprivate nonisolated func isSame(as other: FilteredState.Line) -> Bool {
        switch (self, other) {
        case (.rule(let one), .rule(let two)): one.id == two.id
        case (.ticket(let one), .ticket(let two)): one.id == two.id
        case (.more(let one, _), .more(let two, _)): one == two
        case (.sourceFilter(let one), .sourceFilter(let two)): one.source == two.source && one.rule == two.rule
        default: false
        }
    }
}
