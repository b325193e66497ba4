import EngineConcepts
import EngineTestSupport
import FiberConfiguration
import Localization
import Queries
import Testing
import ViewModelTestSupport
import ViewModels

@testable import Coordinators

@Suite("Coordinators")
struct CoordinatorTests {
    /// The screens that may open above each screen, apart from the general ones.
    nonisolated private static let above: [ScreenName: Set<ScreenName>] = [
        .timeline: [
            .ticket, .thread, .profile, .actions, .sourceList, .links, .pictures, .topics, .filtered, .rule,
        ],
        .ticket: [.thread, .profile, .actions, .links, .pictures, .rule, .filtered],
        .thread: [.ticket, .profile, .actions, .links, .pictures, .rule],
        .profile: [.ticket, .thread, .actions, .links, .pictures, .rule],
        .filtered: [.ticket, .rule],
        .rules: [.rule],
        .search: [.ticket],
    ]

    /// Starts the program over a fixture, and waits until its screens are loaded.
    private func start(
        _ fixture: Fixture, at route: Route? = nil
    ) async -> (app: AppCoordinator, router: RecordingRouter) {
        let router = RecordingRouter()
        let app = AppCoordinator(over: fixture, router: router)
        app.start(at: route)
        await fixture.session.activity.idle()
        return (app, router)
    }

    @Test("Every screen opens above the screens that allow it and above no other", arguments: 0..<17)
    func placements(index: Int) {
        let general: Set<ScreenName> = [
            .help, .messages, .sources, .rules, .settings, .developer, .credits, .command, .search,
        ]
        let typed: Set<ScreenName> = [.topics, .rule, .search, .command]
        let lower = allScreens[index]
        #expect(lower.opens(above: nil) == (lower.name == .timeline))
        for upper in allScreens {
            let allowed =
                Self.above[lower.name]?.contains(upper.name) == true
                || (general.contains(upper.name) && !typed.contains(lower.name) && lower.name != upper.name)
            #expect(upper.opens(above: lower) == allowed)
        }
    }

    @Test("A screen that does not open from the current one is named in a message, and nothing changes")
    func notHere() async {
        let fixture = Fixture()
        fixture.track.commit(tickets(0..<3))
        let (app, router) = await start(fixture, at: .screen(.sources))
        app.timeline?.openRule(.text(""))
        #expect(router.shown == ["timeline", "sources"])
        #expect(
            fixture.session.messages.toast?.text == "rule does not open from this screen; close it first.")
        app.close()
        app.close()
        await fixture.session.activity.idle()
        #expect(router.hasQuit)
    }

    @Test("Sources opens again with the cursor where it was")
    func sourcesKeepTheirCursor() async throws {
        let fixture = Fixture()
        for name in ["a", "b", "c"] {
            try await fixture.sources.put(SourceDescription(id: SupplierID("feed:\(name)"), address: name))
        }
        let (app, router) = await start(fixture, at: .screen(.sources))
        let flow = try #require(app.timeline)
        flow.sources.send(.move(1))
        #expect(flow.sources.state.cursor == 1)
        app.close()
        flow.open(.sources)
        await fixture.session.activity.idle()
        #expect(router.shown == ["timeline", "sources"] && flow.sources.state.cursor == 1)
        app.close()
        app.close()
        await fixture.session.activity.idle()
    }

    @Test("The program's states are passed in one direction only", arguments: AppCoordinator.State.allCases)
    func appTransitions(from: AppCoordinator.State) {
        typealias State = AppCoordinator.State
        let allowed: Set<[State]> = [
            [.launching, .reading], [.launching, .closing], [.reading, .onboarding], [.onboarding, .reading],
            [.reading, .closing], [.onboarding, .closing], [.closing, .finished],
        ]
        for to in State.allCases {
            #expect(AppCoordinator.table[from]?.contains(to) == allowed.contains([from, to]))
        }
    }

    @Test("A route whose screen needs an account is refused with that reason, and the open item stays")
    func refusedRoute() async {
        for posting in [nil, FakePosting([]), FakePosting()] {
            let fixture = Fixture(posting: posting)
            let router = RecordingRouter()
            let app = AppCoordinator(over: fixture, screens: allScreens + [.compose], router: router)
            fixture.track.commit(tickets(0..<3))
            app.start(at: .ticket(ticket(1).id))
            await fixture.session.activity.idle()
            let messages = fixture.session.messages
            messages.changes.observe(for: router) { [weak messages] _ in
                if let messages, messages.toast?.text != "Another." { messages.show("Another.") }
            }
            let isPossible = await posting?.accounts().isEmpty == false
            switch await app.show(.screen(.compose)) {
            case .opened: #expect(isPossible && router.shown == ["timeline", "compose"])
            case .refused(let reason):
                #expect(!isPossible && reason.key == "composeNoAccount" && router.shown == ["timeline", "ticket"])
            case .busy: Issue.record("Nothing is being written.")
            }
        }
        let (app, _) = await start(Fixture())
        #expect(await app.show(.screen(.settings)) == .opened)
        #expect(await app.show(.timeline) == .opened)
    }

    @Test(
        "A refused route leaves all screens as they are",
        arguments: [
            (ScreenName.accounts, "accountsUnavailable"), (.topics, "labelsUnavailable"),
            (.filtered, "labelsUnavailable"), (.rules, "labelsUnavailable"),
        ])
    func refusedInPlace(name: ScreenName, reason: String) async {
        let fixture = Fixture()
        fixture.track.commit(tickets(0..<3))
        let router = RecordingRouter()
        let app = AppCoordinator(over: fixture, screens: allScreens + [.accounts], router: router)
        app.start(at: .links(ticket(1).id))
        await fixture.session.activity.idle()
        guard case .refused(let message) = await app.show(.screen(name)) else {
            Issue.record("\(name) needs what is not there.")
            return
        }
        #expect(message.key == reason)
        #expect(router.shown == ["timeline", "ticket", "links"])
        #expect(fixture.session.messages.toast?.text == Localizer.english(message))
    }

    @Test("Text that the user begins while it is found out if a screen opens is not lost")
    func writingMeanwhile() async {
        let fixture = Fixture(posting: FakePosting())
        let router = RecordingRouter()
        let app = AppCoordinator(over: fixture, screens: allScreens + [.compose], router: router)
        app.start(at: .screen(.sources))
        await fixture.session.activity.idle()
        var asked = 0
        let outcome = await app.show(.screen(.compose)) {
            asked += 1
            return asked > 1
        }
        #expect(outcome == .busy && router.shown == ["timeline", "sources"])
    }

    @Test("A route from outside closes what is open and opens its place, but not over text being written")
    func routes() async {
        let fixture = Fixture()
        fixture.track.commit(tickets(0..<3))
        let router = RecordingRouter()
        let app = AppCoordinator(over: fixture, router: router)
        #expect(await app.show(.screen(.settings)) == .busy)
        app.start(at: nil)
        await fixture.session.activity.idle()
        let flow = app.timeline
        flow?.timeline.send(.open)
        flow?.open(.links, of: ticket(2).id)
        #expect(await app.show(.screen(.settings)) == .opened)
        #expect(router.shown == ["timeline", "settings"])
        #expect(await app.show(.links(ticket(1).id)) == .opened)
        #expect(router.shown == ["timeline", "ticket", "links"])
        await fixture.session.activity.idle()
        #expect(flow?.timeline.state.current?.ticket?.id == ticket(1).id, "the cursor is on what was opened")
        #expect(await app.show(.timeline) == .opened)
        #expect(router.shown == ["timeline"])
        flow?.openCommandLine()
        #expect(await app.show(.screen(.help)) == .busy)
        #expect(router.shown == ["timeline", "command"])
        app.close()
        await fixture.session.activity.idle()
        #expect(await app.show(.screen(.help)) == .busy)
    }

    @Test("A general screen opened by a route leads back to the search in which something is typed")
    func routeOverSearch() async throws {
        let fixture = Fixture(posting: FakePosting())
        fixture.track.commit(tickets(0..<3))
        let router = RecordingRouter()
        let app = AppCoordinator(over: fixture, screens: allScreens + [.compose, .drafts], router: router)
        app.start(at: nil)
        await fixture.session.activity.idle()
        let flow = try #require(app.timeline)
        flow.openSearch()
        #expect(await app.show(.screen(.help)) == .opened)
        #expect(router.shown == ["timeline", "help"], "nothing was typed")
        flow.back()
        flow.openSearch("ticket")
        #expect(await app.show(.screen(.settings)) == .opened)
        #expect(await app.show(.screen(.help)) == .opened)
        #expect(router.shown == ["timeline", "search", "help"])
        flow.back()
        let search = try #require(router.screens.last?.model as? SearchViewModel)
        #expect(search.state.text == "ticket")
        #expect(await app.show(.screen(.drafts)) == .opened)
        #expect(router.shown == ["timeline", "drafts"])
        flow.back()
        flow.openSearch("ticket")
        #expect(await app.show(.timeline) == .opened)
        #expect(router.shown == ["timeline"])
        await fixture.session.activity.idle()
    }

    @Test("Closing a screen returns to the screen below it")
    func path() async {
        let fixture = Fixture()
        fixture.track.commit(tickets(0..<3))
        let (app, router) = await start(fixture)
        let flow = app.timeline
        flow?.timeline.send(.open)
        flow?.open(.links, of: ticket(2).id)
        flow?.open(.help)
        flow?.open(.help)
        #expect(router.shown == ["timeline", "ticket", "links", "help"])
        flow?.back()
        #expect(router.shown == ["timeline", "ticket", "links"])
        flow?.back()
        flow?.back()
        #expect(router.shown == ["timeline"])
        #expect(flow?.screen == .timeline)
    }

    @Test("An editor of a rule that the user left while its item was read closes no screen when the item is gone")
    func leftRule() async {
        let fixture = Fixture(library: Library())
        fixture.track.commit(tickets(0..<3))
        let (app, router) = await start(fixture, at: .ticket(ticket(1).id))
        app.timeline?.openRule(.ticket(ticket(9).id, view: .all))
        #expect(router.shown == ["timeline", "ticket", "rule"])
        app.timeline?.back()
        await fixture.session.activity.idle()
        #expect(fixture.session.messages.toast?.text == "This item is no longer stored.")
        #expect(router.shown == ["timeline", "ticket"])
    }

    @Test("Actions that the user left while their item was read do not close those on another item")
    func leftActions() async {
        let fixture = Fixture()
        fixture.track.commit(tickets(0..<3))
        let (app, router) = await start(fixture)
        app.timeline?.open(.actions(nil), of: ticket(9).id)
        app.timeline?.back()
        app.timeline?.open(.actions(nil), of: ticket(1).id)
        await fixture.session.activity.idle()
        #expect(fixture.session.messages.toast?.text == "This item is no longer stored.")
        #expect(router.shown == ["timeline", "actions"])
    }

    @Test("A thread opens above its ticket, opens its own posts, and is returned to from them")
    func thread() async throws {
        let posts = FakePosts()
        let fixture = Fixture(outlines: FakeOutlines(posts))
        var body = ticket(1).body
        body.title = "Story"
        let story = Ticket(
            key: ticket(1).key, shownTime: ticket(1).shownTime, body: body,
            source: SourceLayer(fields: [SourceLayer.threadField: "hn:thread:1"]))
        fixture.track.commit([story, ticket(7)])
        var reply = SourceItem(of: ticket(7))
        reply.body.replyTo = "1"
        posts.set(around: SourceItem(of: story), OutlinePart(items: [SourceItem(of: story), reply]))
        let (app, router) = await start(fixture, at: .ticket(ticket(1).id))
        let flow = try #require(app.timeline)
        flow.openThread(of: ticket(1).id)
        await fixture.session.activity.idle()
        #expect(router.shown == ["timeline", "ticket", "thread"])
        let thread = try #require(flow.outlines.first)
        #expect(thread.state.title == "Comments on Story")
        #expect(thread.contains(ticket(7).id))
        flow.openTicket(ticket(7).id)
        await fixture.session.activity.idle()
        #expect(router.shown == ["timeline", "ticket", "thread", "ticket"])
        flow.openThread(of: ticket(7).id)
        #expect(router.shown == ["timeline", "ticket", "thread"])
        #expect(thread.state.current?.ticket?.id == ticket(7).id)
        flow.openThread(of: ticket(7).id)
        #expect(fixture.session.messages.toast?.text == "The thread is open already.")
        flow.back()
        #expect(router.shown == ["timeline", "ticket"])
        #expect(flow.outlines.isEmpty)
        await fixture.session.activity.idle()
    }

    @Test("A ticket without a thread is reported, and nothing opens")
    func noThread() async {
        let fixture = Fixture(outlines: FakeOutlines())
        fixture.track.commit(tickets(0..<1))
        let (app, router) = await start(fixture)
        app.timeline?.openThread(of: ticket(0).id)
        await fixture.session.activity.idle()
        #expect(router.shown == ["timeline"])
        #expect(fixture.session.messages.toast?.text == "This item has no thread.")
    }

    @Test("A route enters at the root and opens above the timeline")
    func route() async {
        let fixture = Fixture()
        fixture.track.commit(tickets(0..<3))
        let router = await start(fixture, at: .ticket(ticket(1).id)).router
        #expect(router.shown == ["timeline", "ticket"])
        #expect(fixture.track.marks(of: ticket(1).id).isRead)
    }

    @Test("Screens above a ticket and screens without a key can be opened by a route")
    func deepRoutes() async {
        let fixture = Fixture()
        fixture.track.commit(tickets(0..<3))
        for (route, shown) in [
            (Route.links(ticket(1).id), ["timeline", "ticket", "links"]),
            (.screen(.developer), ["timeline", "developer"]),
            (.screen(.credits), ["timeline", "credits"]),
        ] {
            let router = await start(fixture, at: route).router
            #expect(router.shown == shown)
        }
    }

    @Test("A search from outside is through everything, whichever part of it the timeline shows")
    func routeToSearch() async throws {
        let fixture = Fixture()
        fixture.track.commit(tickets(0..<3) + [ticket(3, of: "feed:b")])
        let (app, router) = await start(fixture, at: .source("feed:b"))
        #expect(app.timeline?.open(.search("ticket")) == true)
        await fixture.session.activity.idle()
        let search = try #require(router.screens.last?.model as? SearchViewModel)
        #expect(search.state.rows.count == 4 && search.state.scope.hasPrefix("everywhere"), "\(search.state)")
    }

    @Test(
        "A place from outside is shown whole: restrictions to a source and to marks are lifted, the content filter stays",
        arguments: [
            (Route.timeline, TrackView(topics: TopicSelection(["topic:Racing"]))),
            (.topics(["topic:Rumours"]), TrackView(topics: TopicSelection(["topic:Rumours"]))),
            (.source("feed:b"), TrackView(suppliers: ["feed:b"])),
        ])
    func wholePlace(route: Route, shown: TrackView) async throws {
        let words = try Query(parsing: "ticket")
        let fixture = Fixture(
            library: Library(
                topics: [Topic(name: "Racing", query: words), Topic(name: "Rumours", query: words)],
                rules: [Rule(name: "none", query: try Query(parsing: "nothing"))]))
        fixture.track.commit(tickets(0..<3))
        let app = await start(fixture, at: .source("feed:a")).app
        let timeline = try #require(app.timeline?.timeline)
        for action in [
            TimelineAction.showTopics(["topic:Racing"]), .toggleUnreadOnly, .toggleStarredOnly, .toggleLaterOnly,
            .toggleFilter,
        ] { timeline.send(action) }
        #expect(timeline.currentView.suppliers == ["feed:a"] && timeline.currentView.filter == .off)
        #expect(await app.show(route) == .opened)
        #expect(timeline.currentView == shown)
    }

    @Test("Going back from the timeline ends the program after preferences are written")
    func ending() async {
        let fixture = Fixture()
        fixture.track.commit(tickets(0..<30))
        let (app, router) = await start(fixture)
        app.timeline?.timeline.send(.move(3))
        await fixture.session.activity.idle()
        app.timeline?.back()
        app.close()
        await fixture.session.activity.idle()
        #expect(router.hasQuit)
        #expect(app.state == .finished)
        #expect(app.timeline == nil)
        #expect(fixture.track.settings["timeline.position"]?.contains("26") == true)
    }

    @Test("From a hidden ticket, J and K lead to the next hidden ones, and the cursor of their list follows")
    func hiddenNeighbours() async throws {
        let fixture = try await Fixture.labelled()
        let (app, router) = await start(fixture)
        app.timeline?.open(.filtered)
        await fixture.session.activity.idle()
        let timeline = try #require(app.timeline?.timeline)
        let cursor = timeline.state.current?.ticket?.id
        let list = try #require(router.screens.last?.model as? FilteredViewModel)
        list.send(.open)
        await fixture.session.activity.idle()
        let item = try #require(router.screens.last?.model as? TicketViewModel)
        #expect(item.state.position == "1 of 6")
        for id in ["20", "15"] {
            item.send(.neighbour(.older))
            await fixture.session.activity.idle()
            #expect(item.state.content?.id.item == id)
        }
        item.send(.unread(.newer))
        await fixture.session.activity.idle()
        let none = "No more unread items in this direction."
        #expect(fixture.session.messages.toast?.text == none, "those above were read by opening them")
        app.timeline?.back()
        list.send(.open)
        await fixture.session.activity.idle()
        #expect((router.screens.last?.model as? TicketViewModel)?.state.content?.id.item == "15")
        #expect(timeline.state.current?.ticket?.id == cursor)
    }

    @Test("The timeline's cursor follows the ticket opened by J and K")
    func neighboursMoveTheTimeline() async {
        let fixture = Fixture()
        fixture.track.commit(tickets(0..<30))
        let app = await start(fixture).app
        app.timeline?.timeline.send(.visit(ticket(12).key))
        await fixture.session.activity.idle()
        #expect(app.timeline?.timeline.state.current?.ticket?.id == ticket(12).id)
    }
}
