public import EngineConcepts
import FiberConfiguration
import Localization
import Queries

/// The state of the search.
public nonisolated struct SearchState: Equatable, Sendable {
    /// The title of the screen.
    public var title: String
    /// The prompt of the query.
    public var prompt: String
    /// The typed text.
    public var text: String
    /// The number of results, in words.
    public var summary: String
    /// True if ``summary`` is final; false while it is progress.
    public var isComplete = false
    /// The scope and the order of the search, in words.
    public var scope: String
    /// The query in words, or its error.
    public var explanation: String
    /// True if ``explanation`` is an error.
    public var isWrong: Bool
    /// The results.
    public var rows: [TicketBrief]
    /// The index of the row under the cursor.
    public var cursor: Int
    /// The text shown if nothing matches, or `nil` if there are results or the search is running.
    public var emptyText: String?
    /// The prompt for the name of the topic to create from the search, or `nil` while none is asked for.
    public var namePrompt: String?
}

/// An output of the search.
public nonisolated enum SearchOutput: Equatable, Sendable {
    /// Show a ticket in the timeline, and move between all matches of the query from there.
    case reveal(OrderKey, FoundQuery, isEverywhere: Bool)
    /// Open a ticket.
    case open(TicketID)
    /// Close the search.
    case close
}

/// Searches tickets while the user types.
public final class SearchViewModel {
    /// The state of the screen.
    public private(set) var state: SearchState {
        didSet { if state != oldValue { onChange?() } }
    }
    /// Called after each change of ``state``.
    public var onChange: (() -> Void)?
    /// Called with the outputs of this screen.
    public var onOutput: ((SearchOutput) -> Void)?
    /// Called when a choice that waited for the first result can be made; `choose` makes it. Keys that were held back
    /// are sent afterwards.
    public var onSettled: ((_ choose: () -> Void) -> Void)?
    /// True while a choice waits for the first result.
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
    /// The number of the latest search, so that late results of earlier ones are dropped.
    private var number = 0
    /// The number of the search that the rows belong to.
    private var shown = 0
    /// The choice to make with the first result, or `nil` for none.
    private var waiting: Choice?

    /// An action on the ticket under the cursor.
    private enum Choice {
        case reveal
        case open
    }

    /// More than a high screen shows, because all of them are read before the first is shown.
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

    /// Cancels the running search.
    public func stop() {
        running?.cancel()
        running = nil
    }

    /// Updates the text.
    public func type(_ text: String) {
        guard text != state.text else { return }
        state.text = text
        state.cursor = 0
        limit = Self.firstLimit
        search()
    }

    /// Moves the cursor and lists more results near the end.
    public func move(_ count: Int) {
        state.cursor = min(max(0, state.cursor + count), max(0, state.rows.count - 1))
        guard state.rows.count >= limit, state.cursor > limit - 50 else { return }
        limit *= 2
        search()
    }

    /// Shows the ticket under the cursor in the timeline. Without results yet, waits for the first.
    public func reveal() {
        choose(.reveal)
    }

    /// Opens the ticket under the cursor. Without results yet, waits for the first.
    public func open() {
        choose(.open)
    }

    private func choose(_ choice: Choice) {
        guard let query else { return }
        // The rows may belong to an earlier query.
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

    /// Makes the waiting choice once there are rows or none are expected.
    private func settle() {
        guard let choice = waiting else { return }
        waiting = nil
        guard let onSettled else { return choose(choice) }
        onSettled { self.choose(choice) }
    }

    /// Switches between all tickets and those in the timeline's view.
    public func toggleScope() {
        isEverywhere.toggle()
        showScope()
        search()
    }

    /// Switches between newest first and best first.
    public func toggleOrder() {
        order = order == .time ? .rank : .time
        showScope()
        search()
    }

    /// Closes the search.
    public func close() {
        onOutput?(.close)
    }

    /// Asks for the name of a topic to create from the search.
    public func askForName() {
        guard query != nil else { return }
        state.namePrompt = services.wording(.searchSaveName)
    }

    /// Creates a topic from the search, or none if `name` is `nil`.
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

    /// All tickets, folded like the timeline.
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
            let query = try Query(parsing: state.text, kinds: services.kinds)
            self.query = query
            state.isComplete = false
            state.explanation = query.explanation(in: services.wording.language)
            state.isWrong = false
            run(query, number)
        } catch {
            query = nil
            let isEmpty = error.code == .empty
            state.explanation = isEmpty ? services.wording(.searchHint) : services.wording(error)
            state.isWrong = !isEmpty
            (state.summary, state.isComplete, state.rows, state.emptyText, entries) = ("", true, [], nil, [])
        }
    }

    /// The query with its last word as a prefix, used while nothing matches the word itself, which may be incomplete.
    /// `nil` if the text does not end with a word.
    private var unfinished: Query? {
        let word = state.text.reversed().prefix { $0.isLetter || $0.isNumber }
        guard word.count > 1, state.text.dropLast(word.count).last.map({ $0 == " " || $0 == "(" }) ?? true else {
            return nil
        }
        do {
            return try Query(parsing: state.text + "*", kinds: services.kinds)
        } catch {
            // A prefix is not allowed here, so only the typed text can be searched.
            return nil
        }
    }

    private func run(_ query: Query, _ number: Int) {
        let view = isEverywhere ? everything : view
        running = services.activity.run { [weak self, services, order, limit] in
            do {
                try await services.finder.find(
                    query, in: services.queryContext, seenIn: view, order: order, limit: limit
                ) { [weak self] findings in await self?.show(findings, of: query, number) }
            } catch is CancellationError {
                return
            } catch {
                services.messages.problem(.readFailed, error)
                self?.fail(number)
            }
        }
    }

    /// A failed search has no more results.
    private func fail(_ number: Int) {
        guard number == self.number else { return }
        shown = number
        settle()
    }

    private func show(_ findings: SearchResults, of query: Query, _ number: Int) async {
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
        // The rows are only made again if the results changed.
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
