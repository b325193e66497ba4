import EngineConcepts
import EngineTestSupport
import FiberConfiguration
import Localization
import Queries
import Testing
import ViewModelTestSupport

@testable import ViewModels

@Suite("The source list")
struct SourceListViewModelTests {
    /// A topic of two sources, one of words, and a source without a topic. Sources a, b and c have 3, 2 and 1 tickets.
    private func fixture(isPinned: Bool = true) async throws -> (Fixture, SourceListViewModel) {
        let sources = [
            SourceDescription(id: "feed:a", address: "a", name: "Alpha", topics: ["News"]),
            SourceDescription(id: "feed:b", address: "b", name: "Beta", topics: ["News"]),
            SourceDescription(id: "feed:c", address: "c", name: "Gamma"),
        ]
        let fixture = Fixture(
            library: Library(
                sources: sources, topics: [Topic(name: "Racing", query: try Query(parsing: "racing"))], rules: []))
        for source in sources { try await fixture.sources.put(source) }
        fixture.track.setSuppliers(sources.map { Self.status($0.id) })
        if isPinned { fixture.track.settings["timeline.sidebar"] = "true" }
        fixture.track.commit(Self.tickets)
        try await fixture.labels?.labelTickets()
        let list = SourceListViewModel(sources: fixture.sources, track: fixture.services.track)
        fixture.timeline.onViewChange = { [weak list] in list?.follow($0) }
        list.onOutput = { [weak fixture] output in
            guard case .show(let source, let topic, _) = output else { return }
            fixture?.timeline.send(.showAlone(source, topic: topic))
        }
        list.beginUpdates()
        await fixture.start()
        return (fixture, list)
    }

    private static func status(_ id: SupplierID) -> SupplierStatus {
        SupplierStatus(
            id: id, name: "Name of \(id)", kind: "feed", requests: RequestHistory(.healthy, lastSuccess: Fixture.now))
    }

    private static let tickets = [
        ticket(1, of: "feed:a", title: "racing"), ticket(2, of: "feed:a"), ticket(3, of: "feed:a"),
        ticket(4, of: "feed:b"), ticket(5, of: "feed:b"), ticket(6, of: "feed:c"),
    ]

    private func words(_ list: SourceListViewModel) -> [String] {
        list.state.rows?.map { "\($0.id.source == nil ? "" : "  ")\($0.name) \($0.unread ?? -1)" } ?? []
    }

    private func send(_ action: SourceListViewModel.Action, _ list: SourceListViewModel, _ fixture: Fixture) async {
        list.send(action)
        await fixture.session.activity.idle()
    }

    @Test("A filter finds topics and sources, also below closed topics, and is lifted when the screen is left")
    func filter() async throws {
        let (fixture, list) = try await fixture()
        await send(.select(.topic(Topic.label(named: "News"))), list, fixture)
        await send(.toggleTopic, list, fixture)
        let before = words(list)
        await send(.search("bet"), list, fixture)
        #expect(list.state.rows?.map(\.name) == ["Beta"] && list.state.cursor == 0)
        await send(.search("rac"), list, fixture)
        #expect(list.state.rows?.map(\.name) == ["Racing"])
        await send(.search("nothing of the kind"), list, fixture)
        #expect(list.state.rows == [])
        list.stop()
        #expect(words(list) == before && list.state.search.isEmpty)
    }

    @Test("Keys wait for the first rows, also after a failure, but not for rows that could not be read")
    func catchesUp() async throws {
        let (fixture, list) = try await fixture(isPinned: false)
        #expect(list.isCatchingUp)
        fixture.track.fail(with: SupplierError(.unreachable, "The disk is gone."))
        list.start()
        await fixture.session.activity.idle()
        #expect(!list.isCatchingUp && list.state.rows == nil)
        list.stop()
        fixture.track.fail(with: nil)
        list.start()
        #expect(list.isCatchingUp)
        await fixture.session.activity.idle()
        #expect(!list.isCatchingUp && list.state.rows != nil)
    }

    @Test("While the file of the list has errors, the rows stay, and the summary says so until it is fixed")
    func brokenFile() async throws {
        let (fixture, list) = try await fixture()
        let before = words(list)
        await fixture.sources.fail(with: .blank("/home/ann/library.toml"))
        list.start()
        await fixture.session.activity.idle()
        #expect(words(list) == before && list.state.summary == "library.toml has errors (:messages)")
        await fixture.sources.fail(with: nil)
        fixture.session.messages.setFaultyFile("library.toml", foundBy: ObjectIdentifier(Fixture.self))
        await fixture.session.activity.idle()
        #expect(words(list) == before && list.state.summary == "6 unread")
    }

    @Test("Topics are in the user's order with their sources below, then the other sources, all with unread counts")
    func tree() async throws {
        let (_, list) = try await fixture()
        #expect(words(list) == ["All 6", "Racing 1", "News 5", "  Alpha 3", "  Beta 2", "  Gamma 1"])
        #expect(list.state.rows?.map(\.isCollapsed) == [nil, nil, false, nil, nil, nil])
        #expect(list.state.summary == "6 unread")
    }

    @Test("Unread items that gaps withhold are counted beside those of the timeline, because their sources count them")
    func withheld() {
        func summary(ofSources unread: Int) -> String {
            SourceListTree(
                topics: [], sources: [],
                counts: SourceListTree.Counts(
                    all: 3, unfolded: 4, topics: [:], sources: ["feed:a": unread, "feed:b": 1]),
                collapsed: [], view: .all, localizer: .english
            )
            .summary
        }
        #expect(summary(ofSources: 3) == "3 unread")
        #expect(summary(ofSources: 4) == "3 unread · 1 more waits in a gap")
        #expect(summary(ofSources: 9) == "3 unread · 6 more wait in gaps")
    }

    /// A tree of topics and sources. Each source has an unread ticket.
    private func nestedTree(
        _ topics: KeyValuePairs<String, Set<SupplierID>>, _ sources: [SupplierID], collapsed: Set<String> = []
    ) -> SourceListTree {
        SourceListTree(
            topics: topics.map { Topic(name: $0.key, suppliers: $0.value) },
            sources: sources.map { id in
                SourceListTree.Source(id: id, name: id.rawValue, kind: "feed", health: .well)
            },
            counts: SourceListTree.Counts(
                all: sources.count, unfolded: sources.count, topics: [:],
                sources: Dictionary(uniqueKeysWithValues: sources.map { ($0, 1) })),
            collapsed: Set(collapsed.map(Topic.label(named:))), view: .all, localizer: .english)
    }

    private func lines(_ rows: [SourceListRow]) -> [String] {
        rows.map { String(repeating: "  ", count: $0.depth) + $0.label }
    }

    @Test("Topics whose names are paths are in each other, and a source is below the innermost of them")
    func nested() {
        let topics: KeyValuePairs<String, Set<SupplierID>> = [
            "A/B/C": ["deep"], "TCP/IP": ["net"], "A": ["deep", "mid", "own"], "A/B": ["deep", "mid"], "A/": ["own"],
            "A/X/Y": ["deep"],
        ]
        let open = nestedTree(topics, ["deep", "mid", "own", "net", "alone"])
        #expect(
            lines(open.rows) == [
                "All", "TCP/IP", "  net", "A", "  B", "    C", "      deep", "    mid", "  X/Y", "    deep", "  own",
                "A/", "  own", "alone",
            ])
        #expect(open.rows.filter { $0.id.topic != nil }.allSatisfy { $0.isCollapsed == false })
        let closed = nestedTree(topics, ["deep", "mid", "own", "net", "alone"], collapsed: ["A"])
        #expect(lines(closed.rows) == ["All", "TCP/IP", "  net", "A", "A/", "  own", "alone"])
        let (outer, inner) = (Topic.label(named: "A"), Topic.label(named: "A/B/C"))
        #expect(closed.visibleTopic(hidingRowsIn: inner) == outer)
        #expect(open.visibleTopic(hidingRowsIn: inner) == inner)
        #expect(closed.nextUnread(after: .topic(outer)) == .source("deep", in: inner))
    }

    @Test("A filter finds a source of several topics once, and topics in others by their whole names")
    func filteredNesting() {
        let topics: KeyValuePairs<String, Set<SupplierID>> = ["A": ["deep"], "A/B": ["deep"], "Other": ["deep"]]
        let tree = nestedTree(topics, ["deep"], collapsed: ["A"])
        #expect(lines(tree.rows(keptBy: WordFilter("deep"))) == ["  deep"])
        #expect(lines(tree.rows(keptBy: WordFilter("a"))) == ["A", "A/B"])
    }

    @Test("A closed topic hides its sources, on the next start too")
    func collapsing() async throws {
        let (fixture, list) = try await fixture()
        list.send(.select(.source("feed:b", in: Topic.label(named: "News"))))
        await send(.toggleTopic, list, fixture)
        #expect(words(list) == ["All 6", "Racing 1", "News 5", "  Gamma 1"])
        #expect(list.state.current?.name == "News")
        await fixture.session.preferences.flush()
        let next = SourceListViewModel(sources: fixture.sources, track: fixture.services.track)
        next.beginUpdates()
        await fixture.session.activity.idle()
        #expect(words(next) == words(list))
        await send(.toggleTopic, list, fixture)
        #expect(words(list).count == 6)
    }

    @Test("A closed topic that is renamed stays closed, on the next start too")
    func renaming() async throws {
        let (fixture, list) = try await fixture()
        list.send(.select(.topic(Topic.label(named: "News"))))
        await send(.toggleTopic, list, fixture)
        fixture.services.track.labels.change(.topicRenamed, undone: .topicChangedUndone, of: "News", to: "World") {
            $0.put(Topic(name: "World"), replacing: "News")
        }
        await fixture.session.activity.idle()
        #expect(words(list) == ["All 6", "Racing 1", "World 5", "  Gamma 1"])
        await fixture.session.preferences.flush()
        #expect(fixture.track.settings["sources.collapsed"] == "topic:World")
    }

    @Test("Showing a row shows exactly its source or topic in the timeline, whatever was selected before")
    func showing() async throws {
        let (fixture, list) = try await fixture()
        list.send(.move(1))
        await send(.open, list, fixture)
        #expect(fixture.timeline.currentView.topics?.labels == [Topic.label(named: "Racing")])
        #expect(list.state.rows?.filter(\.isShown).map(\.name) == ["Racing"])
        list.send(.move(.max))
        await send(.open, list, fixture)
        #expect(fixture.timeline.currentView.suppliers == ["feed:c"])
        #expect(fixture.timeline.currentView.topics == nil)
        #expect(list.state.rows?.filter(\.isShown).map(\.name) == ["Gamma"])
        list.send(.move(.min))
        await send(.open, list, fixture)
        #expect(fixture.timeline.currentView.suppliers == nil)
    }

    @Test("Marking a source as read updates all counts, and undoing restores them")
    func marking() async throws {
        let (fixture, list) = try await fixture()
        list.send(.move(3))
        await send(.markRead, list, fixture)
        #expect(words(list) == ["All 3", "Racing 0", "News 2", "  Alpha 0", "  Beta 2", "  Gamma 1"])
        await send(.undo, list, fixture)
        #expect(words(list).first == "All 6")
        list.send(.move(-1))
        await send(.markRead, list, fixture)
        #expect(words(list) == ["All 1", "Racing 0", "News 0", "  Alpha 0", "  Beta 0", "  Gamma 1"])
    }

    @Test("The next source with unread tickets is shown, past read ones, around the end and out of closed topics")
    func nextUnread() async throws {
        let (fixture, list) = try await fixture(isPinned: false)
        func next() async -> Set<SupplierID>? {
            await send(.showNextUnread(fromCursor: false), list, fixture)
            return fixture.timeline.currentView.suppliers
        }
        #expect(await next() == ["feed:a"])
        list.send(.select(.topic(Topic.label(named: "News"))))
        list.send(.toggleTopic)
        fixture.services.track.marks.set([4, 5].map { Self.tickets[$0 - 1].id }, MarkChange(read: true))
        await fixture.session.activity.idle()
        #expect(await next() == ["feed:c"])
        #expect(await next() == ["feed:a"])
        fixture.services.track.marks.set(Self.tickets.map(\.id), MarkChange(read: true))
        await fixture.session.activity.idle()
        #expect(await next() == ["feed:a"])
        #expect(fixture.session.messages.toast?.text == "No source has unread items.")
    }

    @Test("The key for the next source with unread tickets, typed twice at once, goes to the second one")
    func nextUnreadTwice() async throws {
        for isPinned in [false, true] {
            let (fixture, list) = try await fixture(isPinned: isPinned)
            for _ in 1...2 { list.send(.showNextUnread(fromCursor: isPinned)) }
            await fixture.session.activity.idle()
            #expect(fixture.timeline.currentView.suppliers == ["feed:b"])
        }
    }

    @Test("A key typed after a source is marked as read waits until the counts are new")
    func keyAfterMarking() async throws {
        let (fixture, list) = try await fixture()
        list.send(.select(.all))
        list.send(.markRead)
        #expect(list.isCatchingUp)
        await fixture.burst([.showNextUnread(fromCursor: true)], on: list)
        #expect(!list.isCatchingUp && words(list).first == "All 0")
        #expect(fixture.session.messages.toast?.text == "No source has unread items.")
    }

    @Test("In the list, the next source with unread tickets is the next one below the cursor")
    func nextUnreadBelow() async throws {
        let (fixture, list) = try await fixture()
        func next() async -> Set<SupplierID>? {
            await send(.showNextUnread(fromCursor: true), list, fixture)
            return fixture.timeline.currentView.suppliers
        }
        list.send(.select(.source("feed:a", in: Topic.label(named: "News"))))
        #expect(await next() == ["feed:b"])
        #expect(list.state.current?.name == "Beta")
        #expect(await next() == ["feed:c"])
        list.send(.select(.topic(Topic.label(named: "News"))))
        #expect(await next() == ["feed:a"])
        list.send(.select(.all))
        #expect(await next() == ["feed:a"])
    }

    @Test("A refresh asks only the current source, or those of the current topic, and its result is reported")
    func refreshing() async throws {
        let (fixture, list) = try await fixture()
        list.send(.move(4))
        list.send(.refresh)
        guard case .refreshOnly(let fill, ["feed:b"]) = fixture.track.calls.last else {
            Issue.record("\(fixture.track.calls)")
            return
        }
        list.send(.move(-2))
        list.send(.refresh)
        guard case .refreshOnly(_, ["feed:a", "feed:b"]) = fixture.track.calls.last else {
            Issue.record("\(fixture.track.calls)")
            return
        }
        list.send(.move(-1))
        list.send(.refresh)
        #expect(
            fixture.session.messages.toast?.text
                == "Topic Racing has no sources of its own. :refresh on All refreshes everything.")
        list.send(.move(-1))
        list.send(.refresh)
        guard case .refresh = fixture.track.calls.last else {
            Issue.record("\(fixture.track.calls)")
            return
        }
        fixture.track.emit(.fill(fill, gap: nil, .done(FillOutcome(inserted: 3))))
        while fixture.session.messages.toast?.text != "3 new items" { await Task.yield() }
    }

    @Test("A commit updates the counts of a visible list without reading the sources, and a hidden list reads nothing")
    func commits() async throws {
        let (fixture, list) = try await fixture()
        try await fixture.sources.put(SourceDescription(id: "feed:c", address: "c", name: "Not read again"))
        await fixture.commit(Self.tickets + [ticket(7, of: "feed:c")])
        while words(list).last != "  Gamma 2" { await Task.yield() }
        let (hidden, hiddenList) = try await self.fixture(isPinned: false)
        await hidden.commit(Self.tickets + [ticket(7, of: "feed:c")])
        #expect(hidden.track.supplierCountReads == 0)
        hiddenList.start()
        await hidden.session.activity.idle()
        #expect(words(hiddenList).last == "  Gamma 2")
    }

    @Test("A removed source is not listed while the engine still loads it, even if the list was never read before")
    func removingWhileLoading() async throws {
        let (fixture, list) = try await fixture(isPinned: false)
        let removed = try await fixture.sources.remove("feed:c")
        list.start()
        await fixture.session.activity.idle()
        #expect(words(list) == ["All 6", "Racing 1", "News 5", "  Alpha 3", "  Beta 2"])
        let restored = try #require(removed)
        try await fixture.sources.restore(restored)
        list.start()
        await fixture.session.activity.idle()
        #expect(words(list).last == "  Gamma 1")
    }

    @Test("The list shows sources that joined with a commit, and keeps the cursor on its source")
    func joining() async throws {
        let (fixture, list) = try await fixture()
        list.send(.move(.max))
        try await fixture.sources.put(SourceDescription(id: "feed:d", address: "d", name: "Delta", topics: []))
        try await fixture.sources.arrange(["feed:d", "feed:a", "feed:b", "feed:c"])
        fixture.track.setSuppliers(["feed:a", "feed:b", "feed:c", "feed:d"].map(Self.status))
        await fixture.commit(Self.tickets + [ticket(7, of: "feed:d")])
        while !words(list).contains("  Delta 1") { await Task.yield() }
        #expect(list.state.current?.name == "Gamma")
    }
}
