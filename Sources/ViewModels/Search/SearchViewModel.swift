public import EngineConcepts
import FiberConfiguration
import Localization
import Queries

/// Everything that the search shows.
public nonisolated struct SearchState: Equatable, Sendable {
    /// The screen's name.
    public var title: String
    /// What stands before the line in which one types.
    public var prompt: String
    /// What was typed.
    public var text: String
    /// How many were found, in words.
    public var summary: String
    /// Whether ``summary`` says what the search came to, and not only how far it is.
    public var isComplete = false
    /// Where is looked, and in which order, in words.
    public var scope: String
    /// What the query says in words, or why it is none.
    public var explanation: String
    /// Whether ``explanation`` says that the query is none.
    public var isWrong: Bool
    /// What was found.
    public var rows: [TicketBrief]
    /// Which row the cursor is on.
    public var cursor: Int
    /// What is said where nothing matches; nil while there is something, or while it is looked for.
    public var emptyText: String?
    /// Asks for the name of the topic that the search becomes, with what it begins with; nil where it does not.
    public var namePrompt: String?
}

/// What the search reports upwards.
public nonisolated enum SearchOutput: Equatable, Sendable {
    /// The reader goes to a ticket in the timeline, to jump on among all that the query picks.
    case reveal(OrderKey, FoundQuery, isEverywhere: Bool)
    /// The reader opens a ticket.
    case open(TicketID)
    /// The reader leaves.
    case close
}

/// Looks for tickets as one types.
public final class SearchViewModel {
    /// What the screen shows.
    public private(set) var state: SearchState {
        didSet { if state != oldValue { onChange?() } }
    }
    /// Told after every change of ``state``.
    public var onChange: (() -> Void)?
    /// Told what the reader wants.
    public var onOutput: ((SearchOutput) -> Void)?
    /// Told when what was asked for before anything was found is decided, with what does it: whoever holds back keys until
    /// then presses them after it.
    public var onSettled: ((_ choose: () -> Void) -> Void)?
    /// Whether something waits for the first ticket that is found.
    public var isWaiting: Bool { waiting != nil }

    private let services: ReaderServices
    private let briefs: BriefBuilder
    private let view: TrackView
    private var isEverywhere = false
    private var order = FindOrder.time
    private var query: Query?
    private var limit = firstLimit
    private var entries: [TrackEntry] = []
    private var running: Task<Void, Never>?
    /// Counts searches, so that what an earlier one finds late is not shown.
    private var number = 0
    /// The search of which the rows are.
    private var shown = 0
    /// What is to be done with the first ticket once the first are found; nil for nothing.
    private var waiting: Choice?

    /// What is done with the ticket under the cursor.
    private enum Choice {
        case reveal
        case open
    }

    /// More than a high screen shows: each has to be read before the first is shown.
    private static let firstLimit = 100

    /// Makes a search in `view`.
    public init(view: TrackView, services: ReaderServices, text: String = "") {
        self.view = view
        self.services = services
        briefs = BriefBuilder(services: services)
        let wording = services.wording
        state = SearchState(
            title: wording(.searchTitle), prompt: wording(.searchPrompt), text: text, summary: "", scope: "",
            explanation: wording(.searchHint), isWrong: false, rows: [], cursor: 0)
        showScope()
        if !text.isEmpty { search() }
    }

    /// Ends what runs.
    public func stop() {
        running?.cancel()
        running = nil
    }

    /// Takes the text as it stands.
    public func type(_ text: String) {
        guard text != state.text else { return }
        state.text = text
        state.cursor = 0
        limit = Self.firstLimit
        search()
    }

    /// Moves the cursor; near the end more is listed.
    public func move(_ count: Int) {
        state.cursor = min(max(0, state.cursor + count), max(0, state.rows.count - 1))
        guard state.rows.count >= limit, state.cursor > limit - 50 else { return }
        limit *= 2
        search()
    }

    /// Goes to the ticket under the cursor in the timeline; while nothing is found yet, to the first that will be.
    public func reveal() {
        choose(.reveal)
    }

    /// Opens the ticket under the cursor; while nothing is found yet, the first that will be.
    public func open() {
        choose(.open)
    }

    private func choose(_ choice: Choice) {
        guard let query else { return }
        // What is listed may be what an earlier text found.
        guard shown == number else {
            waiting = choice
            return
        }
        guard let row = current else { return }
        switch choice {
        case .reveal: onOutput?(.reveal(row.key, FoundQuery(query), isEverywhere: isEverywhere))
        case .open: onOutput?(.open(row.id))
        }
    }

    /// Does what waits, now that there are rows, or that it is known that there will be none.
    private func settle() {
        guard let choice = waiting else { return }
        waiting = nil
        guard let onSettled else { return choose(choice) }
        onSettled { self.choose(choice) }
    }

    /// Looks in everything, or in what the timeline shows.
    public func toggleScope() {
        isEverywhere.toggle()
        showScope()
        search()
    }

    /// Lists the newest first, or the best.
    public func toggleOrder() {
        order = order == .time ? .rank : .time
        showScope()
        search()
    }

    /// Leaves.
    public func close() {
        onOutput?(.close)
    }

    /// Asks for the name of the topic that the search is to become.
    public func askForName() {
        guard query != nil else { return }
        state.namePrompt = services.wording(.searchSaveName)
    }

    /// Makes a topic of the search; nil for none.
    public func save(as name: String?) {
        state.namePrompt = nil
        guard let query, let name = name?.trimmingSpaces else { return }
        guard !name.isEmpty else { return services.messages.note(.searchNameMissing) }
        let topic = Topic(name: name, query: query)
        services.labels.change(.topicAdded, undone: .topicAddedUndone, of: name) { $0.put(topic) }
    }

    private var current: TicketBrief? {
        state.rows.indices.contains(state.cursor) ? state.rows[state.cursor] : nil
    }

    /// All that there is, in as many rows as the timeline makes of it.
    private var everything: TrackView { TrackView(folds: view.folds) }

    private func showScope() {
        let isRestricted = view != everything
        var parts: [String] = []
        if isRestricted { parts.append(services.wording(isEverywhere ? .searchEverywhere : .searchIn)) }
        parts.append(services.wording(order == .time ? .byTime : .byRank))
        state.scope = parts.joined(separator: ", ")
    }

    private func search() {
        running?.cancel()
        running = nil
        waiting = nil
        number += 1
        do {
            let query = try Query(parsing: state.text)
            self.query = query
            state.isComplete = false
            state.explanation = query.explanation(in: services.wording.language)
            state.isWrong = false
            run(query, number)
        } catch {
            query = nil
            let isEmpty = error.code == .empty
            state.explanation = isEmpty ? services.wording(.searchHint) : error.description
            state.isWrong = !isEmpty
            (state.summary, state.isComplete, state.rows, state.emptyText, entries) = ("", true, [], nil, [])
        }
    }

    /// What is looked for where nothing has the last word: it may not be whole yet, and is taken for the beginning of one.
    /// Nil where the text ends otherwise.
    private var unfinished: Query? {
        let word = state.text.reversed().prefix { $0.isLetter || $0.isNumber }
        guard word.count > 1, state.text.dropLast(word.count).last.map({ $0 == " " || $0 == "(" }) ?? true else {
            return nil
        }
        do {
            return try Query(parsing: state.text + "*")
        } catch {
            // Not where a word can stand: what was typed is all that can be looked for.
            return nil
        }
    }

    private func run(_ query: Query, _ number: Int) {
        let view = isEverywhere ? everything : view
        running = services.activity.run { [weak self, services, order, limit] in
            do {
                try await services.finder.find(
                    query, in: services.surroundings, seenIn: view, order: order, limit: limit
                ) { [weak self] findings in await self?.show(findings, of: query, number) }
            } catch is CancellationError {
                return
            } catch {
                services.messages.problem(.readFailed, error)
                self?.fail(number)
            }
        }
    }

    /// Nothing more will be found by a search that could not be made.
    private func fail(_ number: Int) {
        guard number == self.number else { return }
        shown = number
        settle()
    }

    private func show(_ findings: Findings, of query: Query, _ number: Int) async {
        guard number == self.number else { return }
        if findings.isComplete, findings.entries.isEmpty, let open = unfinished, open != query {
            self.query = open
            state.explanation = open.explanation(in: services.wording.language)
            return run(open, number)
        }
        let wording = services.wording
        let count = Localizer.Value.words(Localizer.grouped(findings.count))
        var summary: String
        if findings.isCapped {
            summary = wording(.searchMore, count)
        } else if findings.isComplete {
            summary = wording(.searchFound, count, .number(findings.count))
        } else {
            let reached = findings.reached.map { services.texts.moment($0, at: services.time.now()) }
            summary =
                reached.map { wording(.searchSoFar, count, .number(findings.count), .words($0)) }
                ?? wording(.searchFound, count, .number(findings.count))
        }
        if findings.hidden > 0 {
            summary += " · " + wording(.searchHidden, .words(Localizer.grouped(findings.hidden)))
        }
        // What stands there is looked at again only where something came.
        guard findings.entries != entries || findings.isComplete && state.rows.isEmpty else {
            state.summary = summary
            state.isComplete = findings.isComplete
            shown = number
            return settle()
        }
        let rows = await briefs.briefs(of: findings.entries, matching: query)
        guard number == self.number else { return }
        entries = findings.entries
        var next = state
        next.rows = rows
        next.summary = summary
        next.isComplete = findings.isComplete
        next.cursor = min(next.cursor, max(0, rows.count - 1))
        next.emptyText = findings.isComplete && rows.isEmpty ? wording(.searchNothing) : nil
        state = next
        guard findings.isComplete || !rows.isEmpty else { return }
        shown = number
        settle()
    }
}
