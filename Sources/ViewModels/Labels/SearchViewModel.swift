public import EngineConcepts
import FiberConfiguration
import Localization
public import Queries

/// The state of the search.
public nonisolated struct SearchState: ListState, Equatable, Sendable {
    public var text: String
    /// The query, with its results.
    public var query: TypedQuery<Results>
    /// The scope and the order of the search, in words.
    public var scope = ""
    public var cursor = 0
    /// The question for the name of the topic to create from the search, or `nil` while it is not asked.
    public var prompt: TextPrompt?

    /// The results of a query. Those of the query typed before stay until the first ones are found.
    public struct Results: ExplainedByQuery {
        /// The query in words.
        public var explanation: String
        /// The number of results, in words.
        public var summary = ""
        /// ``summary`` in fewer words.
        public var brief = ""
        /// True if ``summary`` is final; false while it is progress.
        public var isComplete = false
        public var matches = Matches.tickets([])
    }

    /// The tickets that match a query.
    public enum Matches: Equatable, Sendable {
        /// Nothing matches; the text that says so.
        case nothing(String)
        /// The tickets found so far, in the order of the search.
        case tickets([TicketBrief])
    }

    /// The tickets found so far.
    public var rows: [TicketBrief] { query.value?.rows ?? [] }
    /// The text that says that nothing matches, or `nil` if something does or that is not known.
    public var emptyText: String? { if case .nothing(let text) = query.value?.matches { text } else { nil } }
}

nonisolated extension SearchState.Results {
    fileprivate var rows: [TicketBrief] { if case .tickets(let rows) = matches { rows } else { [] } }
}

/// Searches tickets while the user types.
public final class SearchViewModel: ViewModel {
    /// An action in the search.
    public nonisolated enum Action: ListAction, PromptAction, Equatable {
        /// Update the text.
        case type(String)
        /// Move the cursor; near the end more is listed.
        case move(Int)
        /// Go to the ticket under the cursor in the timeline, or to the first result while there is none.
        case visit
        /// Open the ticket under the cursor, or the first result while there is none.
        case open
        /// Switch between everything and the view of the timeline.
        case toggleScope
        /// Switch between the newest results and the best ones first.
        case toggleOrder
        case close
        /// Ask for the name of the topic to save the search as.
        case askForName
        /// Save the search as a topic with this name.
        case submit(String)
        case cancelPrompt
    }

    /// An output of the search.
    public nonisolated enum Output: Equatable, Sendable {
        /// Show a ticket in the timeline, and move between all matches of the query from there.
        case visit(OrderKey, Query, isEverywhere: Bool)
        /// Open a ticket, and show its place in the timeline.
        case open(OrderKey)
        case close
    }

    public private(set) var state: SearchState { didSet { stateChanged(from: oldValue) } }
    public let callbacks = ViewModelCallbacks<Output>()
    /// True while a choice waits for the first result. What the user does next is meant for where that leads.
    public var isCatchingUp: Bool { pendingChoice != nil }

    private let track: TrackServices
    private var session: Session { track.session }
    private let briefs: BriefBuilder
    private let view: TrackView
    private var isEverywhere: Bool
    private var order = SearchOrder.time
    /// The query to search for: the typed one, or the same with its last word as a prefix. `nil` if none is valid.
    private var query: Query?
    /// The maximum number of tickets to find; doubled when the cursor comes near the last one.
    private var maximumResults = initialMaximumResults
    private var entries: [TrackEntry] = []
    private var searchTask: Task<Void, Never>?
    /// The searches; the latest is answered once the rows belong to it.
    private var requests = RequestSequence()
    /// The choice to make with the first result, or `nil` for none.
    private var pendingChoice: Choice?

    /// An action on the ticket under the cursor.
    private enum Choice {
        case visit
        case open
    }

    /// More than a tall screen shows. All of them are read before the first is shown, so more would be slow.
    private static let initialMaximumResults = 100

    /// Creates a search in `view`, or everywhere.
    public init(view: TrackView, track: TrackServices, text: String = "", isEverywhere: Bool = false) {
        self.view = view
        self.isEverywhere = isEverywhere
        self.track = track
        briefs = BriefBuilder(track: track)
        state = SearchState(text: text, query: .empty(track.session.localizer(.searchHint)))
        showScope()
        if !text.isEmpty { search() }
    }

    public func stop() {
        searchTask?.cancel()
        searchTask = nil
        // Results that are on their way here must not lead anywhere.
        requests.cancel()
        pendingChoice = nil
    }

    public func send(_ action: Action) {
        switch action {
        case .type(let text): type(text)
        case .move(let count): move(count)
        case .visit: choose(.visit)
        case .open: choose(.open)
        case .toggleScope:
            isEverywhere.toggle()
            showScope()
            search()
        case .toggleOrder:
            order = order == .time ? .rank : .time
            showScope()
            search()
        case .close: onOutput?(.close)
        case .askForName:
            guard query != nil else { return }
            state.prompt = TextPrompt(question: session.localizer(.searchSaveName), initial: suggestedName, kind: .name)
        case .submit(let name): save(asTopic: name.trimmingSpaces)
        case .cancelPrompt: state.prompt = nil
        }
    }

    private func type(_ text: String) {
        guard text != state.text else { return }
        state.text = text
        state.cursor = 0
        maximumResults = Self.initialMaximumResults
        search()
    }

    private func move(_ count: Int) {
        state.cursor.move(by: count, within: state.rows.count)
        guard state.rows.count >= maximumResults, state.cursor > maximumResults - 50 else { return }
        maximumResults *= 2
        search()
    }

    private func choose(_ choice: Choice) {
        guard let query else {
            // The error is above the results. Linear mode reads it out again. An empty query is not an error yet.
            if case .wrong(let error) = state.query { session.messages.log(error) }
            return
        }
        // The rows may belong to an earlier query.
        guard !requests.isPending else {
            pendingChoice = choice
            return
        }
        guard let row = state.rows.element(at: state.cursor) else {
            if let emptyText = state.emptyText { session.messages.log(emptyText, .note) }
            return
        }
        switch choice {
        case .visit: onOutput?(.visit(row.key, query, isEverywhere: isEverywhere))
        case .open: onOutput?(.open(row.key))
        }
    }

    /// Makes the pending choice once there are rows or none are expected.
    private func makePendingChoice() {
        guard let choice = pendingChoice else { return }
        pendingChoice = nil
        choose(choice)
        resumeInput()
    }

    /// Saves the search as a topic. After a refusal or a failure, the prompt stays, with what was typed, so that it can be
    /// changed.
    private func save(asTopic name: String) {
        guard let query, !name.isEmpty else {
            if query != nil { session.messages.show(.searchNameMissing) }
            state.prompt = nil
            return
        }
        track.labels.put(Topic(name: name, query: query)) { [weak self] in self?.state.prompt = nil }
        track.labels.holdInputUntilStored()
    }

    /// The words of the query, without operators and the names of fields. Empty if a topic has that name, because it would be
    /// replaced.
    private var suggestedName: String {
        let words = state.text.split { " ()\"".contains($0) }
            .compactMap { word -> Substring? in
                guard word.first != "-", !["AND", "OR", "NOT"].contains(word) else { return nil }
                let value = word.split(separator: ":", omittingEmptySubsequences: false)
                // The address of a source is no name.
                return value.count <= 2 ? value.last : nil
            }
        let name = words.filter { !$0.isEmpty }.joined(separator: " ")
        return track.labels.topicName(meantBy: name) == nil ? name : ""
    }

    /// All tickets, folded like the timeline.
    private var everything: TrackView { TrackView(foldsStories: view.foldsStories) }

    private func showScope() {
        let isRestricted = view != everything
        var parts: [String] = []
        if isRestricted { parts.append(session.localizer(isEverywhere ? .searchEverywhere : .searchIn)) }
        parts.append(session.localizer(order == .time ? .byTime : .byRank))
        state.scope = parts.joined(separator: ", ")
    }

    private func search() {
        searchTask?.cancel()
        searchTask = nil
        pendingChoice = nil
        let request = requests.begin()
        do {
            let query = try Query(parsing: state.text, kinds: session.kinds, day: session.dates.day)
            adopt(query)
            run(query, request: request)
        } catch {
            query = nil
            entries = []
            state.query =
                error.code == .empty ? .empty(session.localizer(.searchHint)) : .wrong(session.localizer(error))
        }
    }

    /// The query with its last word as a prefix, used while nothing matches the word itself, which may be incomplete.
    /// `nil` if the text does not end with a word.
    private var prefixQuery: Query? {
        let word = state.text.reversed().prefix { $0.isLetter || $0.isNumber }
        guard word.count > 1, state.text.dropLast(word.count).last.map({ $0 == " " || $0 == "(" }) ?? true else {
            return nil
        }
        do {
            return try Query(parsing: state.text + "*", kinds: session.kinds, day: session.dates.day)
        } catch {
            // A prefix is not allowed here, so only the typed text can be searched.
            return nil
        }
    }

    /// Takes the query to search for, and shows it with the results that are shown already.
    private func adopt(_ query: Query) {
        self.query = query
        let explanation = track.labels.explanation(of: query)
        var results = state.query.value ?? SearchState.Results(explanation: explanation)
        results.explanation = explanation
        results.isComplete = false
        state.query = .valid(results)
    }

    private func run(_ query: Query, request: Int) {
        let view = isEverywhere ? everything : view
        searchTask = session.activity.run { [self, order, maximumResults] in
            do {
                try await track.search.find(
                    query, in: track.queryContext, seenIn: view, order: order, limit: maximumResults
                ) { [self] results in await show(results, of: query, request: request) }
            } catch is CancellationError {
                return
            } catch {
                session.messages.failure(.readFailed, error)
                if requests.end(request) { makePendingChoice() }
            }
        }
    }

    private func show(_ found: SearchResults, of query: Query, request: Int) async {
        // The query of the latest search is valid.
        guard requests.isLatest(request), var results = state.query.value else { return }
        if found.isComplete, found.entries.isEmpty, let prefixQuery, prefixQuery != query {
            adopt(prefixQuery)
            return run(prefixQuery, request: request)
        }
        (results.summary, results.brief) = summary(of: found)
        results.isComplete = found.isComplete
        // The first results can be shown, or it is known that there are none.
        let areKnown = found.isComplete || !found.entries.isEmpty
        // The rows are only made again if the results changed.
        if areKnown, found.entries != entries || results.rows.isEmpty {
            let rows = await briefs.briefs(of: found.entries, matching: query)
            guard requests.isLatest(request) else { return }
            entries = found.entries
            results.matches =
                found.isComplete && rows.isEmpty ? .nothing(session.localizer(.searchNothing)) : .tickets(rows)
        }
        var next = state
        next.query = .valid(results)
        next.cursor.limit(to: results.rows.count)
        state = next
        guard areKnown else { return }
        requests.end(request)
        makePendingChoice()
    }

    /// Returns the number of results, in words, with how far the search has come, and the number of hidden ones; and the same
    /// in fewer words. Both are empty while nothing is found and it is not known how far the search has come.
    private func summary(of results: SearchResults) -> (whole: String, brief: String) {
        guard results.isComplete || results.count > 0 || results.reached != nil else { return ("", "") }
        let localizer = session.localizer
        let count = Message.Argument.text(localizer.grouped(results.count))
        let summary: String
        if results.isCapped {
            summary = localizer(.searchMore, count)
        } else if !results.isComplete, let reached = results.reached {
            let time = session.texts.moment(reached, at: session.time.now())
            summary = localizer(.searchSoFar, count, .number(results.count), .text(time))
        } else {
            summary = localizer(.searchFound, count, .number(results.count))
        }
        guard results.hidden > 0 else { return (summary, summary) }
        let hidden = Message.Argument.number(results.hidden)
        return ("\(summary) · \(localizer(.searchHidden, hidden))", "\(summary) · \(localizer(.filterHidden, hidden))")
    }
}
