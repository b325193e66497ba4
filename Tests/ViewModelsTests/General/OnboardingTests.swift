import EngineConcepts
import EngineTestSupport
import Localization
import Testing
import ViewModelTestSupport
import ViewModels

@testable import Coordinators

@Suite("The onboarding")
struct OnboardingTests {
    /// Follows everything except the address "nowhere".
    actor FakeFirstSources: FirstSourceAdding {
        private(set) var followed: [String] = []
        let list: ListOutcome

        init(list: ListOutcome = ListOutcome(added: ["feed:a", "feed:b"])) { self.list = list }

        func follow(_ address: String) async throws -> SourceDescription {
            guard !address.contains("nowhere") else { throw SupplierError(.unreachable, "There is nothing.") }
            if address == "several" {
                throw SeveralSources(
                    address: address,
                    choices: [.init(address: "news", title: "News"), .init(address: "nowhere", title: "Notes")])
            }
            followed.append(address)
            return SourceDescription(id: SupplierID("feed:\(address)"), address: address)
        }

        func follow(listAt path: String) async throws -> ListOutcome {
            guard path != "nowhere" else { throw SupplierError(.unsupported, "There is no file nowhere.") }
            return list
        }
    }

    private let firstSources: FakeFirstSources
    private let fixture: Fixture
    private let router = RecordingRouter()
    private let app: AppCoordinator

    init() async { await self.init(FakeFirstSources()) }

    private init(
        _ firstSources: FakeFirstSources, accounts: (any AccountManaging)? = nil
    ) async {
        self.firstSources = firstSources
        fixture = Fixture(firstSources: firstSources, accounts: accounts)
        app = AppCoordinator(over: fixture, screens: allScreens + [.accounts], router: router)
        app.start(at: nil)
        await fixture.session.activity.idle()
    }

    private var model: OnboardingViewModel? { router.screens.last?.model as? OnboardingViewModel }

    private var question: TextPrompt? { model?.state.prompt }

    private func send(_ actions: OnboardingViewModel.Action...) async {
        for action in actions { model?.send(action) }
        await fixture.session.activity.idle()
    }

    @Test("Following an address replaces the sample by the user's own timeline")
    func address() async {
        #expect(app.openOnboarding())
        #expect(router.shown == ["timeline", "onboarding"])
        await send(.open, .submit("  https://a.example/feed "))
        #expect(await firstSources.followed == ["https://a.example/feed"])
        #expect(app.onboardingOutcome == .added(warnings: []))
        #expect(app.state == .finished)
        #expect(router.hasQuit)
    }

    @Test("After others have added sources, adding one more opens the user's own timeline, unless an address is given")
    func addedByOthers() async {
        app.ownSourcesAppeared()
        #expect(app.openOnboarding(with: .address("https://a.example/feed")))
        #expect(question?.initial == "https://a.example/feed")
        await send(.back, .back)
        #expect(app.state == .reading)
        #expect(app.openOnboarding())
        await fixture.session.activity.idle()
        #expect(app.onboardingOutcome == .added(warnings: []))
        #expect(app.state == .finished && router.hasQuit)
    }

    @Test("A list from another program can be the first question, with its path")
    func listFirst() async {
        #expect(app.openOnboarding(with: .list("~/feeds.opml")))
        #expect(question?.kind == .path && question?.initial == "~/feeds.opml")
        await send(.submit("~/feeds.opml"))
        #expect(app.onboardingOutcome == .added(warnings: [], summary: "2 sources added"))
    }

    @Test("While there are no sources, an address that a command names is followed without a question")
    func addressGiven() async {
        app.changeSources(.add("https://a.example/feed"), or: .address("https://a.example/feed"))
        #expect(router.shown == ["timeline", "onboarding"] && question == nil)
        await fixture.session.activity.idle()
        #expect(await firstSources.followed == ["https://a.example/feed"])
        #expect(app.onboardingOutcome == .added(warnings: []))
    }

    @Test("While there are no sources, a list that a command names is imported, and asked for only after a failure")
    func listGiven() async {
        app.changeSources(.importList("nowhere"), or: .list("nowhere"))
        #expect(router.shown == ["timeline", "onboarding"] && question == nil)
        await fixture.session.activity.idle()
        #expect(question?.initial == "nowhere" && model?.state.failure == "There is no file nowhere.")
        await send(.back, .back)
        app.changeSources(.importList("~/feeds.opml"), or: .list("~/feeds.opml"))
        await fixture.session.activity.idle()
        #expect(app.onboardingOutcome == .added(warnings: [], summary: "2 sources added"))
    }

    @Test("While there are no sources, a list whose path is not given is a question of the onboarding")
    func listNotGiven() async {
        app.changeSources(.askForList, or: .list(""))
        #expect(router.shown == ["timeline", "onboarding"])
        #expect(question?.kind == .path && question?.initial.isEmpty == true)
    }

    @Test("An address that leads nowhere is asked for again with the reason, and Esc returns to the choices")
    func nowhere() async {
        #expect(app.openOnboarding(with: .address("https://nowhere.example")))
        #expect(question?.initial == "https://nowhere.example")
        await send(.submit("https://nowhere.example"))
        #expect(question?.initial == "https://nowhere.example")
        #expect(model?.state.failure == "There is nothing.")
        await send(.back)
        #expect(model?.state.step == .choices(cursor: 0))
        #expect(model?.state.failure == nil)
        await send(.back)
        #expect(router.shown == ["timeline"])
        #expect(app.state == .reading)
        #expect(app.onboardingOutcome == nil)
        #expect(app.openOnboarding())
        #expect(router.shown == ["timeline", "onboarding"])
    }

    @Test("The chosen ones of several sources are followed, and failures are reported")
    func several() async {
        #expect(app.openOnboarding())
        await send(.choose(0), .submit("several"))
        #expect(question?.choices.map(\.title) == ["News", "Notes"])
        await send(.submit("3"))
        #expect(model?.state.failure == "Choose a number from 1 to 2.")
        await send(.submit("2"))
        #expect(model?.state.failure == "There is nothing.")
        await send(.submit("1, 2"))
        #expect(await firstSources.followed == ["news"])
        #expect(app.onboardingOutcome == .added(warnings: ["There is nothing."]))
    }

    @Test("Going back from running work hides its failure, but whatever it still adds ends the sample")
    func cancelled() async {
        #expect(app.openOnboarding())
        await send(.choose(0), .submit("nowhere"), .back)
        #expect(question?.initial == "nowhere")
        #expect(model?.state.failure == nil)
        await send(.submit("several"))
        await send(.submit("2"), .back)
        #expect(question?.choices.map(\.title) == ["News", "Notes"])
        #expect(question?.initial == "2")
        #expect(model?.state.failure == nil)
        await send(.submit("1"), .back)
        #expect(await firstSources.followed == ["news"])
        #expect(app.onboardingOutcome == .added(warnings: []))
    }

    @Test("A list is imported with the numbers of added and skipped entries, and an unreadable one is asked for again")
    func list() async {
        let warnings: [Message] = ["2 is no address.", "4 runs a command."]
        let test = await OnboardingTests(
            FakeFirstSources(list: ListOutcome(added: ["feed:a"], skipped: 2, warnings: warnings)))
        #expect(test.app.openOnboarding())
        await test.send(.move(1), .open, .submit("nowhere"))
        #expect(test.model?.state.failure == "There is no file nowhere.")
        await test.send(.submit("~/feeds.opml"))
        #expect(
            test.app.onboardingOutcome
                == .added(
                    warnings: ["2 is no address.", "4 runs a command."],
                    summary: "1 source added · 2 left out: :messages lists them"))
    }

    @Test("A list of which nothing can be followed is asked for again, and the messages have the reasons")
    func skippedList() async {
        let warnings: [Message] = (1...5).map { .verbatim("\($0) is no address.") }
        let list = ListOutcome(added: [], skipped: 4, warnings: warnings)
        let test = await OnboardingTests(FakeFirstSources(list: list))
        #expect(test.app.openOnboarding())
        await test.send(.choose(1), .submit("feeds.opml"))
        #expect(
            test.model?.state.failure
                == "feeds.opml contains no new sources. · 4 left out · 5 remarks: :messages lists them")
        #expect(
            test.fixture.session.messages.history.suffix(5).reversed().map(\.text)
                == warnings.map { Localizer.english($0) })
    }

    @Test("A list without new sources is reported and leaves the sample open")
    func emptyList() async {
        let test = await OnboardingTests(FakeFirstSources(list: ListOutcome(added: [])))
        #expect(test.app.openOnboarding())
        await test.send(.choose(1), .submit("feeds.opml"))
        #expect(test.model?.state.failure == "feeds.opml contains no new sources.")
        #expect(test.app.state == .onboarding)
    }

    @Test("Looking around stays in the sample")
    func sample() async {
        #expect(app.openOnboarding())
        await send(.choose(2))
        #expect(router.shown == ["timeline"])
        #expect(app.state == .reading)
    }

    @Test("The onboarding offers a sign-in, which opens the accounts; following one there ends the sample")
    func signIn() async throws {
        let test = await OnboardingTests(FakeFirstSources(), accounts: FakeAccounts([FakeAccounts.ann]))
        #expect(test.app.openOnboarding())
        #expect(test.model?.state.options.map(\.choice) == [.address, .list, .signIn, .sample])
        await test.send(.choose(2))
        #expect(test.router.shown == ["timeline", "accounts"] && test.app.state == .reading)
        let accounts = try #require(test.router.screens.last?.model as? AccountsViewModel)
        #expect(accounts.state.prompt?.kind == .server)
        accounts.send(.follow)
        await test.fixture.session.activity.idle()
        #expect(
            await test.firstSources.followed
                == ["https://home/@ann@kerb.example", "https://notifications/@ann@kerb.example"])
        #expect(test.app.onboardingOutcome == .added(warnings: []))
        #expect(test.app.state == .finished && test.router.hasQuit)
    }

    @Test("Without accounts that can be managed, the onboarding offers no sign-in")
    func noSignIn() async {
        #expect(app.openOnboarding())
        #expect(model?.state.options.map(\.choice) == [.address, .list, .sample])
    }

    @Test("The onboarding does not open if there are sources")
    func followed() async {
        let app = AppCoordinator(over: Fixture(), router: router)
        app.start(at: nil)
        #expect(!app.openOnboarding())
        #expect(router.shown == ["timeline"])
    }
}
