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

    @Test("An emptied name removes a source's login, but no header fields, and undo brings it back")
    func removedLogin() async throws {
        let fixture = Fixture()
        let login = SourceAccess(
            authentication: .password(user: "ann", .stored("a.example")), headers: [.init("Accept", .plain("text/xml"))]
        )
        let source = SourceDescription(id: "feed:a", address: "https://a.example/feed", name: "Alpha", access: login)
        try await fixture.sources.put(source)
        let model = await fixture.openSources()
        model.send(.askForLogin)
        #expect(model.state.prompt?.initial == "ann")
        model.send(.submit(""))
        await fixture.session.activity.idle()
        let changed = try await fixture.sources.sources().first
        #expect(changed?.access == SourceAccess(headers: login.headers) && model.state.prompt == nil)
        #expect(fixture.session.messages.toast?.text.hasPrefix("Alpha is requested without a login · ") == true)
        model.send(.undo)
        await fixture.session.activity.idle()
        #expect(try await fixture.sources.sources() == [source])
    }

    @Test("An empty name for a source without a login, or with a token, changes nothing and says so")
    func noLoginToRemove() async throws {
        for access in [nil, SourceAccess(authentication: .token(.stored("a.example")))] {
            let fixture = Fixture()
            let source = SourceDescription(
                id: "feed:a", address: "https://a.example/feed", name: "Alpha", access: access)
            try await fixture.sources.put(source)
            let model = await fixture.openSources()
            model.send(.askForLogin)
            model.send(.submit(""))
            await fixture.session.activity.idle()
            #expect(try await fixture.sources.sources() == [source])
            #expect(
                fixture.session.messages.toast?.text == "Alpha has no name and password that could be removed.")
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
