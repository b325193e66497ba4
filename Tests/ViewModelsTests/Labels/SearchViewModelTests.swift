import EngineConcepts
import EngineTestSupport
import FiberConfiguration
import Queries
import TestSupport
import Testing
import ViewModelTestSupport

@testable import ViewModels

@Suite("The search")
struct SearchViewModelTests {
    @Test("Search results update while typing, lead into the timeline, and can be stepped through from there")
    func search() async throws {
        let fixture = try await Fixture.labelled()
        let model = SearchViewModel(view: fixture.timeline.currentView, track: fixture.services.track)
        var outputs: [SearchViewModel.Output] = []
        model.onOutput = { outputs.append($0) }
        model.send(.type("ra"))
        model.send(.type("racing -2*"))
        await fixture.session.activity.idle()
        #expect(model.state.rows.map(\.id.item) == ["18", "16", "14", "12", "8", "6", "4"])
        #expect(
            model.state.query.value?.summary == "7 matches · 2 hidden by the filter; search everywhere to include them")
        #expect(model.state.rows.first.map { String($0.headline.utf8.dropFirst(10).prefix(6)) } == "racing")
        #expect(model.state.rows.first?.headlineMatches == [10..<16])
        model.send(.toggleScope)
        await fixture.session.activity.idle()
        #expect(model.state.rows.count == 9 && model.state.query.value?.summary == "9 matches")
        model.send(.toggleScope)
        await fixture.session.activity.idle()
        model.send(.move(1))
        model.send(.visit)
        guard case .visit(let key, let query, false) = outputs.last else {
            Issue.record("no ticket was visited")
            return
        }
        fixture.timeline.send(.showResult(key, query, isEverywhere: false))
        await fixture.session.activity.idle()
        #expect(fixture.cursor.hasPrefix("16 at"))
        await fixture.send(.seekMatch(.older), .seekMatch(.older))
        #expect(fixture.cursor.hasPrefix("12 at") || fixture.cursor.hasPrefix("14 at"))
        await fixture.send(.seekMatch(.newer))
        #expect(fixture.cursor.hasPrefix("14 at") || fixture.cursor.hasPrefix("16 at"))
        await fixture.send(.cancel)
        #expect(fixture.timeline.state.searchQuery == nil)
    }

    @Test("A source without a name of the user is found by the name that it gives itself")
    func ownName() async {
        let track = FakeTrack()
        var status = sourceStatus("feed:a", "feed.example", .healthy)
        status.sourceName = "daveverse"
        track.setSuppliers([status])
        track.commit([ticket(1), ticket(2, of: "feed:b"), ticket(3)])
        let fixture = Fixture(track: track)
        await fixture.start()
        let model = SearchViewModel(view: fixture.timeline.currentView, track: fixture.services.track)
        model.send(.type("source:daveverse"))
        await fixture.session.activity.idle()
        #expect(model.state.rows.map(\.id.item) == ["3", "1"])
    }

    @Test("A source that neither the user nor itself has named is found by the name that is made of its address")
    func madeName() async {
        let track = FakeTrack()
        track.setSuppliers([sourceStatus("command:a", "curl", .healthy), sourceStatus("feed:b", "Kerb", .healthy)])
        track.commit([ticket(1, of: "command:a"), ticket(2, of: "feed:b")])
        let fixture = Fixture(track: track)
        await fixture.start()
        let model = SearchViewModel(view: fixture.timeline.currentView, track: fixture.services.track)
        model.send(.type("source:curl"))
        await fixture.session.activity.idle()
        #expect(model.state.rows.map(\.id.item) == ["1"])
    }

    @Test("The address that rows show of a source without a name is no name")
    func addressOnly() {
        let source = SourceDescription(id: "feed:a", address: "https://feed.example/all")
        let naming = SourceNaming([source])
        var status = sourceStatus("feed:a", "feed.example/all", .healthy)
        #expect(naming.name(of: status) == nil)
        status.sourceName = "daveverse"
        #expect(naming.name(of: status) == "daveverse")
    }

    @Test("Enter in a search without a result shows nothing twice: the history has that nothing matches, or the error")
    func searchWithoutResult() async throws {
        let fixture = try await Fixture.labelled()
        let model = SearchViewModel(view: fixture.timeline.currentView, track: fixture.services.track)
        model.send(.type("nothing-like-it"))
        await fixture.session.activity.idle()
        model.send(.visit)
        let messages = fixture.session.messages
        #expect(model.state.emptyText == "Nothing matches." && messages.history.last?.text == "Nothing matches.")
        model.send(.type("title:"))
        model.send(.visit)
        #expect(model.state.query.isWrong && messages.history.last?.text == model.state.query.explanation)
        #expect(messages.toast == nil)
    }

    @Test("A search shows no number of matches before the first one is known")
    func beforeFirstMatch() async {
        let fixture = Fixture(search: LateSearch())
        await fixture.start()
        let model = SearchViewModel(view: fixture.timeline.currentView, track: fixture.services.track)
        var summaries: [String] = []
        model.onChange = { [weak model] in summaries.append(model?.state.query.value?.summary ?? "") }
        model.send(.type("\"a phrase\""))
        await fixture.session.activity.idle()
        #expect(summaries.last == "3 matches" && !summaries.contains("0 matches"), "\(summaries)")
    }

    @Test("The cursor and the rows stay while more results of an unfinished word are found")
    func moreOfUnfinishedWord() async {
        let fixture = Fixture(search: PrefixSearch())
        await fixture.start()
        let model = SearchViewModel(view: fixture.timeline.currentView, track: fixture.services.track)
        model.send(.type("rac"))
        await fixture.session.activity.idle()
        #expect(model.state.rows.count == 100)
        var counts: Set<Int> = []
        model.onChange = { [weak model] in if let model { counts.insert(model.state.rows.count) } }
        model.send(.move(60))
        await fixture.session.activity.idle()
        #expect(model.state.cursor == 60 && counts == [100, 150])
    }

    @Test("A search that is closed while its first result is awaited leads nowhere")
    func closed() async {
        let isHeld = WaitableState(true)
        let fixture = Fixture(search: PrefixSearch(whileFinding: { await isHeld.wait { !$0 } }))
        await fixture.start()
        let model = SearchViewModel(view: fixture.timeline.currentView, track: fixture.services.track)
        var outputs: [SearchViewModel.Output] = []
        model.onOutput = { outputs.append($0) }
        model.send(.type("rac*"))
        model.send(.open)
        model.stop()
        isHeld.withLock { $0 = false }
        await fixture.session.activity.idle()
        #expect(outputs.isEmpty && !model.isCatchingUp)
    }

    @Test("Enter typed before an unfinished word was searched waits for the tickets with words that begin so")
    func choiceOfUnfinishedWord() async throws {
        let fixture = try await Fixture.labelled(rules: [])
        let model = SearchViewModel(view: fixture.timeline.currentView, track: fixture.services.track)
        var outputs: [SearchViewModel.Output] = []
        model.onOutput = { outputs.append($0) }
        model.send(.type("rumo"))
        model.send(.open)
        #expect(model.isCatchingUp)
        await fixture.session.activity.idle()
        guard case .open(let key) = outputs.last else {
            Issue.record("no ticket was opened")
            return
        }
        #expect(key.id.item == "25" && !model.isCatchingUp)
    }

    @Test("The prompt for the name of a search stays until the topic is stored")
    func unstoredTopic() async throws {
        let fixture = try await Fixture.labelled(rules: [])
        let labels = try #require(fixture.labels)
        let search = SearchViewModel(view: fixture.timeline.currentView, track: fixture.services.track)
        search.send(.type("cooking"))
        search.send(.askForName)
        await labels.fail(with: .blank("/home/ann/library.toml"))
        search.send(.submit("Kitchen"))
        await fixture.session.activity.idle()
        #expect(search.state.prompt != nil && fixture.session.messages.toast?.kind == .failure)
        await labels.fail(with: nil)
        search.send(.submit("Kitchen"))
        await fixture.session.activity.idle()
        #expect(search.state.prompt == nil)
        #expect(fixture.services.track.labels.topics.map(\.name) == ["Racing", "Rumours", "Kitchen"])
    }

    @Test("A search can be saved as a topic, and a topic is found by some of its letters")
    func topics() async throws {
        let fixture = try await Fixture.labelled(rules: [])
        let search = SearchViewModel(view: fixture.timeline.currentView, track: fixture.services.track)
        search.send(.type("cooking news"))
        search.send(.askForName)
        #expect(search.state.prompt?.initial == "cooking news")
        search.send(.submit("  "))
        #expect(fixture.session.messages.toast?.text == "A topic needs a name. The search was not saved.")
        search.send(.type("title:cooking -rumour OR \"news\""))
        search.send(.askForName)
        #expect(search.state.prompt?.initial == "cooking news")
        search.send(.cancelPrompt)
        search.send(.type("Racing"))
        search.send(.askForName)
        #expect(search.state.prompt?.initial == "", "a topic has this name")
        search.send(.cancelPrompt)
        search.send(.type("cooking news"))
        search.send(.askForName)
        search.send(.submit("Kitchen"))
        await fixture.session.activity.idle()
        #expect(fixture.timeline.state.header.topics.map(\.name) == ["Racing", "Rumours", "Kitchen"])
        #expect(fixture.timeline.state.header.topics.last?.unread == 12)
        let picker = TopicsViewModel(view: fixture.timeline.currentView, track: fixture.services.track)
        var chosen: Set<LabelID>?
        picker.onOutput = { if case .choose(let topics) = $0 { chosen = topics } }
        picker.start()
        await fixture.session.activity.idle()
        #expect(picker.state.rows.map(\.name) == ["All", "Racing", "Rumours", "Kitchen"])
        #expect(picker.state.rows.last?.count == "12 of 12")
        picker.send(.type("kch"))
        #expect(picker.state.rows.first?.name == "Kitchen")
        picker.send(.choose)
        #expect(chosen == ["topic:Kitchen"])
        picker.send(.type("zebra"))
        picker.send(.choose)
        #expect(chosen == ["topic:Kitchen"], "the topic is not stored yet")
        await fixture.session.activity.idle()
        #expect(chosen == ["topic:zebra"])
        await fixture.send(.undo)
        #expect(fixture.session.messages.toast?.text == "Undone: topic “zebra” is removed")
        await fixture.send(.undo)
        #expect(fixture.timeline.state.header.topics.map(\.name) == ["Racing", "Rumours"])
        search.send(.askForName)
        search.send(.submit("Racing"))
        await fixture.session.activity.idle()
        #expect(fixture.session.messages.toast?.text == "Changed topic “Racing” · :undo undoes")
        await fixture.send(.undo)
        #expect(fixture.session.messages.toast?.text == "Undone: topic “Racing” is as before")
        search.send(.askForName)
        search.send(.submit("racing"))
        await fixture.session.activity.idle()
        #expect(fixture.session.messages.toast?.text == "Changed topic “Racing” · :undo undoes")
        await fixture.send(.undo)
        search.send(.askForName)
        search.send(.submit("all"))
        await fixture.session.activity.idle()
        #expect(fixture.session.messages.toast?.text == "“all” is the name of a built-in view. Choose another name.")
        #expect(search.state.prompt != nil, "another name is asked for, and the line keeps what was typed")
        search.send(.cancelPrompt)
        search.send(.type("topic:Nope"))
        search.send(.askForName)
        search.send(.submit("Empty"))
        await fixture.session.activity.idle()
        #expect(
            fixture.session.messages.toast?.text
                == "Topic “Empty” added · :undo undoes · There is no topic “Nope”.")
    }
}

/// Finds nothing for a whole word, and 150 tickets with words that begin so. Reports that before it has counted them.
private nonisolated struct PrefixSearch: TicketSearching {
    /// Runs before anything is found.
    var whileFinding: @Sendable () async -> Void = {}

    @concurrent
    func find(
        _ query: Query, in queryContext: QueryContext, seenIn view: TrackView, order: SearchOrder, limit: Int,
        _ report: @Sendable (SearchResults) async -> Void
    ) async throws {
        await whileFinding()
        var results = SearchResults()
        if query.description.hasSuffix("*") {
            results.entries = await tickets(0..<min(limit, 150)).map { TrackEntry(ticket: $0) }
            results.count = 150
        }
        await report(results)
        results.isComplete = true
        await report(results)
    }

    @concurrent
    func all(
        _ query: Query, in queryContext: QueryContext, seenIn view: TrackView,
        _ use: ([TrackEntry], _ seen: Int?) async throws -> Void
    ) async throws {}

    @concurrent
    func next(
        _ query: Query, in queryContext: QueryContext, seenIn view: TrackView, from place: TrackPlace,
        towards direction: ReadDirection
    ) async throws -> OrderKey? { nil }
}

/// Reports that it has found nothing yet, and then three matches.
private nonisolated struct LateSearch: TicketSearching {
    @concurrent
    func find(
        _ query: Query, in queryContext: QueryContext, seenIn view: TrackView, order: SearchOrder, limit: Int,
        _ report: @Sendable (SearchResults) async -> Void
    ) async throws {
        var results = SearchResults()
        await report(results)
        results.count = 3
        results.isComplete = true
        await report(results)
    }

    @concurrent
    func all(
        _ query: Query, in queryContext: QueryContext, seenIn view: TrackView,
        _ use: ([TrackEntry], _ seen: Int?) async throws -> Void
    ) async throws {}

    @concurrent
    func next(
        _ query: Query, in queryContext: QueryContext, seenIn view: TrackView, from place: TrackPlace,
        towards direction: ReadDirection
    ) async throws -> OrderKey? { nil }
}
