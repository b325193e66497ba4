import EngineConcepts
import EngineTestSupport
import FiberConfiguration
import Testing

@testable import ViewModels

@Suite("Logins to sources")
struct SourceLoginTests {
    @Test("A login asks for the name, then for the password as a secret, and refreshes once the server has taken both")
    func login() async throws {
        let fixture = Fixture()
        let model = await fixture.openSources()
        model.send(.add("https://a.example/feed"))
        await fixture.session.activity.idle()
        model.send(.askForLogin)
        #expect(model.state.prompt?.question == "Name for New:" && model.state.prompt?.kind == .user)
        model.send(.submit("ann"))
        #expect(model.state.prompt?.question == "Password of ann:" && model.state.prompt?.kind == .password)
        model.send(.submit("secret"))
        await fixture.session.activity.idle()
        #expect(await fixture.sources.logins == ["feed:https://a.example/feed ann"])
        #expect(fixture.session.messages.toast?.text == "New is requested as ann")
        #expect(!fixture.session.messages.history.contains { $0.text.contains("secret") })
        guard case .refreshOnly(_, ["feed:https://a.example/feed"]) = fixture.track.calls.last else {
            Issue.record("calls were \(fixture.track.calls)")
            return
        }
    }

    @Test("Undo after a login says that this cannot be undone, and takes back nothing older")
    func undoneLogin() async throws {
        let fixture = Fixture()
        let model = await fixture.openSources()
        for action: SourceManagerViewModel.Action in [
            .add("https://a.example/feed"), .askForLogin, .submit("ann"), .submit("secret"), .undo,
        ] {
            model.send(action)
            await fixture.session.activity.idle()
        }
        #expect(model.state.rows?.count == 1)
        #expect(fixture.session.messages.toast?.text.hasPrefix("The login to New cannot be undone") == true)
        model.send(.undo)
        await fixture.session.activity.idle()
        #expect(model.state.rows?.isEmpty == true)
    }

    @Test(
        "A login that the server refuses changes nothing and asks for the password again, and a name with a colon is not asked for a password"
    )
    func refusedLogin() async {
        let fixture = Fixture()
        let model = await fixture.openSources()
        model.send(.add("https://a.example/feed"))
        await fixture.session.activity.idle()
        for answer in ["ann", "wrong"] {
            if answer == "ann" { model.send(.askForLogin) }
            model.send(.submit(answer))
        }
        await fixture.session.activity.idle()
        #expect(fixture.session.messages.toast?.text == "Wrong password.")
        #expect(await fixture.sources.logins.isEmpty)
        #expect(model.state.prompt?.question == "Password of ann:")
        model.send(.submit("secret"))
        await fixture.session.activity.idle()
        #expect(await fixture.sources.logins.count == 1)
        model.send(.askForLogin)
        model.send(.submit("a:b"))
        #expect(model.state.prompt == nil)
        #expect(fixture.session.messages.toast?.text == "A name has no colon.")
    }
}
