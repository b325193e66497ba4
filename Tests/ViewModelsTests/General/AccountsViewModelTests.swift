import EngineConcepts
import EngineTestSupport
import Testing
import ViewModelTestSupport

@testable import ViewModels

@Suite("The list of accounts")
struct AccountsViewModelTests {
    private func model(
        _ accounts: FakeAccounts, _ fixture: Fixture, firstSources: (any FirstSourceAdding)? = nil
    ) async -> AccountsViewModel {
        let model = AccountsViewModel(
            accounts: accounts, sources: fixture.sources, firstSources: firstSources,
            track: fixture.services.track)
        model.start()
        await fixture.session.activity.idle()
        return model
    }

    private func failed() -> SupplierError {
        SupplierError(
            .notAuthorised, Message("accountSignInAgain", ["account": "ann@kerb.example", "host": "kerb.example"]))
    }

    @Test("An account is listed with its kind, the number of its sources, and the rest of its budget")
    func list() async {
        let fixture = Fixture()
        fixture.track.setSuppliers([
            SupplierStatus(
                id: "mastodon:home", name: "Home", kind: "mastodon",
                requests: RequestHistory(.healthy, budget: FetchBudget(requestsLeft: 271)))
        ])
        let model = await model(FakeAccounts([FakeAccounts.ann]), fixture)
        let row = model.state.rows?.first
        #expect(row?.handle == "@ann@kerb.example" && row?.kind == "Mastodon" && row?.state == "signed in")
        #expect(row?.sources == "2 sources" && row?.budget == "271 requests left" && row?.needsSignIn == false)
    }

    @Test("An account that its server refuses asks for a new sign-in")
    func refused() async {
        let fixture = Fixture()
        fixture.track.setSuppliers([
            SupplierStatus(
                id: "mastodon:list", name: "List", kind: "mastodon",
                requests: RequestHistory(.failed(failed(), at: Fixture.now)))
        ])
        let model = await model(FakeAccounts([FakeAccounts.ann]), fixture)
        #expect(model.state.rows?.first?.state == "sign in again")
        #expect(model.state.rows?.first?.needsSignIn == true)
    }

    @Test("A screen that is closed while the server is asked opens no page, and cancels the sign-in")
    func closed() async throws {
        let fixture = Fixture()
        let accounts = FakeAccounts()
        let model = await model(accounts, fixture)
        model.send(.askForServer)
        model.send(.submit("kerb.example"))
        model.stop()
        while fixture.session.messages.history.isEmpty { await Task.yield() }
        #expect(fixture.session.messages.history.map(\.text) == ["Sign-in cancelled"])
        #expect(await fixture.browser.urls.isEmpty && model.state.signIn == nil)
        #expect(accounts.signIn != nil)
    }

    @Test("A sign-in opens the page in the browser, waits, and adds the account once the user has agreed")
    func signIn() async throws {
        let fixture = Fixture()
        let accounts = FakeAccounts()
        let model = await model(accounts, fixture)
        model.send(.askForServer)
        #expect(model.state.prompt?.question == "Server or handle:")
        model.send(.submit(" kerb.example "))
        await fixture.session.activity.idle()
        #expect(accounts.servers == ["kerb.example"])
        #expect(model.state.signIn?.address == "https://kerb.example/oauth/authorize?state=1")
        #expect(await fixture.browser.urls == ["https://kerb.example/oauth/authorize?state=1"])
        try #require(accounts.signIn).agree()
        await changed(model, \.onChange) { model.state.rows?.count == 1 }
        #expect(model.state.signIn == nil)
        #expect(fixture.session.messages.history.last?.text == "Signed in as @ann@kerb.example")
        // A server that refused the account before is asked again.
        let refreshed = fixture.track.calls.compactMap { call -> Set<SupplierID>? in
            if case .refreshOnly(_, let sources) = call { sources } else { nil }
        }
        #expect(refreshed == [["mastodon:home", "mastodon:list"]])
    }

    @Test("A key that is typed twice at once signs in once, and follows once")
    func typedTwice() async throws {
        let fixture = Fixture()
        let accounts = FakeAccounts([FakeAccounts.ann])
        let model = await model(accounts, fixture)
        let before = try await fixture.sources.sources().count
        for _ in 1...2 { model.send(.follow) }
        await fixture.session.activity.idle()
        #expect(try await fixture.sources.sources().count == before + 2)
        #expect(fixture.session.messages.history.count == 1 && model.state.progress == nil)
        for _ in 1...2 { model.send(.signInAgain) }
        await fixture.session.activity.idle()
        #expect(accounts.servers == [FakeAccounts.ann.id])
        model.stop()
    }

    @Test("A pasted address with the answer ends the waiting; another one does not")
    func pasted() async {
        let fixture = Fixture()
        let model = await model(FakeAccounts(), fixture)
        model.send(.askForServer)
        model.send(.submit("kerb.example"))
        await fixture.session.activity.idle()
        model.send(.askForAnswer)
        model.send(.submit("https://kerb.example/"))
        #expect(model.state.prompt?.kind == .signInAnswer)
        #expect(fixture.session.messages.history.last?.text.hasPrefix("This is not the address") == true)
        model.send(.submit("http://127.0.0.1:4711/?code=7&state=1"))
        await changed(model, \.onChange) { model.state.rows?.count == 1 }
        #expect(model.state.signIn == nil && model.state.prompt == nil)
    }

    @Test("A server that wants a password names the page where it is made, and the password is typed")
    func password() async {
        let fixture = Fixture()
        let model = await model(FakeAccounts(), fixture)
        model.send(.askForServer)
        model.send(.submit("sky.example"))
        await fixture.session.activity.idle()
        #expect(model.state.signIn?.title == "Make an app password for Fiber on this page in the browser:")
        #expect(model.state.prompt == TextPrompt(question: "App password:", kind: .password))
        model.send(.submit("abcd-efgh"))
        await changed(model, \.onChange) { model.state.rows?.count == 1 }
        #expect(model.state.signIn == nil && model.state.prompt == nil)
    }

    @Test("A cancelled sign-in adds nothing, and another can follow")
    func cancelled() async {
        let fixture = Fixture()
        let accounts = FakeAccounts()
        let model = await model(accounts, fixture)
        model.send(.askForServer)
        model.send(.submit("kerb.example"))
        await fixture.session.activity.idle()
        model.send(.cancelSignIn)
        await changed(model, \.onChange) { model.state.signIn == nil }
        #expect(fixture.session.messages.history.last?.text == "Sign-in cancelled")
        model.send(.askForServer)
        model.send(.submit("kerb.example"))
        await fixture.session.activity.idle()
        #expect(accounts.servers.count == 2 && model.state.signIn != nil)
        model.stop()
    }

    @Test("A space in the name of a server is not left out, so that its error shows it")
    func spaceInServer() async {
        let fixture = Fixture()
        let accounts = FakeAccounts()
        let model = await model(accounts, fixture)
        model.send(.askForServer)
        model.send(.submit(" kerb example "))
        await fixture.session.activity.idle()
        #expect(accounts.servers == ["kerb example"])
        #expect(model.state.prompt?.initial == "kerb example")
        model.stop()
    }

    @Test("A server that cannot be found is named, and nothing waits")
    func unknownServer() async {
        let fixture = Fixture()
        let model = await model(FakeAccounts(), fixture)
        model.send(.askForServer)
        model.send(.submit("nowhere"))
        await fixture.session.activity.idle()
        #expect(fixture.session.messages.toast?.text == "Cannot find nowhere.")
        #expect(model.state.signIn == nil && model.state.progress == nil)
        #expect(model.state.prompt?.kind == .server && model.state.prompt?.initial == "nowhere")
        // It is no answer to the next failure.
        model.send(.cancelPrompt)
        #expect(model.state.prompt == nil)
    }

    @Test("A sign-in that fails while it waits asks for the server again, with what was typed")
    func failedLate() async throws {
        let fixture = Fixture()
        let accounts = FakeAccounts()
        let model = await model(accounts, fixture)
        model.send(.askForServer)
        model.send(.submit("sky.example"))
        await fixture.session.activity.idle()
        #expect(model.state.prompt?.kind == .password)
        try #require(accounts.signIn).fail()
        await changed(model, \.onChange) { model.state.prompt?.kind == .server }
        #expect(model.state.prompt?.initial == "sky.example" && model.state.signIn == nil)
    }

    @Test("Removing an account asks first, and only a yes removes it")
    func remove() async {
        let fixture = Fixture()
        let model = await model(FakeAccounts([FakeAccounts.ann]), fixture)
        model.send(.remove)
        #expect(model.state.question?.contains("@ann@kerb.example") == true)
        model.send(.confirm(false))
        await fixture.session.activity.idle()
        #expect(model.state.rows?.count == 1 && model.state.question == nil)
        model.send(.remove)
        model.send(.confirm(true))
        await fixture.session.activity.idle()
        #expect(model.state.rows?.isEmpty == true)
    }

    @Test("The answer to a question is about the account that it names, also if the list has changed meanwhile")
    func removeAnother() async throws {
        let fixture = Fixture()
        let bob = AccountDescription(
            id: "bob@kerb.example", handle: "@bob@kerb.example", kind: "Mastodon", server: "https://kerb.example")
        let accounts = FakeAccounts([FakeAccounts.ann, bob])
        let model = await model(accounts, fixture)
        model.send(.remove)
        #expect(model.state.question?.contains("@ann@kerb.example") == true)
        _ = try await accounts.remove(FakeAccounts.ann.id)
        fixture.track.commit(tickets(0..<1))
        await changed(model, \.onChange) { model.state.rows?.count == 1 }
        model.send(.confirm(true))
        await fixture.session.activity.idle()
        #expect(model.state.rows?.map(\.id) == [bob.id])
    }

    @Test("Following adds the home timeline and the notifications, and refreshes")
    func follow() async throws {
        let fixture = Fixture()
        let model = await model(FakeAccounts([FakeAccounts.ann]), fixture)
        model.send(.follow)
        await fixture.session.activity.idle()
        let addresses = try await fixture.sources.sources().map(\.address)
        #expect(addresses.suffix(2) == ["https://home/@ann@kerb.example", "https://notifications/@ann@kerb.example"])
        guard case .refresh = fixture.track.calls.last else {
            Issue.record("calls were \(fixture.track.calls)")
            return
        }
    }

    @Test("Following is undone by one key, and so is a part of it, if the rest has failed", arguments: [false, true])
    func undoneFollowing(isPart: Bool) async throws {
        let fixture = Fixture()
        fixture.session.undo.push { "Older" }
        if isPart { _ = try await fixture.sources.add("https://notifications/@ann@kerb.example") }
        let before = try await fixture.sources.sources().map(\.address)
        let model = await model(FakeAccounts([FakeAccounts.ann]), fixture)
        model.send(.follow)
        await fixture.session.activity.idle()
        #expect(try await fixture.sources.sources().count == before.count + (isPart ? 1 : 2))
        fixture.services.track.undoLast()
        await fixture.session.activity.idle()
        #expect(try await fixture.sources.sources().map(\.address) == before)
        #expect(!fixture.session.messages.history.contains { $0.text == "Older" })
    }

    /// Follows the addresses that contain `accepted`.
    private struct FakeFirstSources: FirstSourceAdding {
        let accepted: String

        nonisolated func follow(_ address: String) async throws -> SourceDescription {
            guard address.contains(accepted) else { throw SupplierError(.unreachable, "No \(address).") }
            return SourceDescription(id: SupplierID("mastodon:\(address)"), address: address)
        }

        nonisolated func follow(listAt path: String) async throws -> ListOutcome { ListOutcome(added: []) }
    }

    /// Follows ann's timelines as first sources, and returns the outputs.
    private func followFirst(accepting accepted: String, _ fixture: Fixture) async -> [AccountsViewModel.Output] {
        let model = await model(
            FakeAccounts([FakeAccounts.ann]), fixture, firstSources: FakeFirstSources(accepted: accepted))
        var outputs: [AccountsViewModel.Output] = []
        model.onOutput = { outputs.append($0) }
        model.send(.follow)
        await fixture.session.activity.idle()
        return outputs
    }

    @Test("Over the sample, following adds the user's first sources, and one that fails is a remark")
    func followFirst() async throws {
        #expect(await followFirst(accepting: "@ann", Fixture()) == [.addedFirstSources(warnings: [])])
        let fixture = Fixture()
        #expect(
            await followFirst(accepting: "home", fixture)
                == [.addedFirstSources(warnings: ["No https://notifications/@ann@kerb.example."])])
        #expect(try await fixture.sources.sources().isEmpty)
    }

    @Test("Over the sample, following that adds nothing says why and stays")
    func followFirstInVain() async {
        let fixture = Fixture()
        #expect(await followFirst(accepting: "lists", fixture).isEmpty)
        #expect(fixture.session.messages.history.last?.text == "No https://notifications/@ann@kerb.example.")
    }

    @Test("Over the sample, a sign-in says how its timelines are followed")
    func signInFirst() async throws {
        let fixture = Fixture()
        let accounts = FakeAccounts()
        let model = await model(accounts, fixture, firstSources: FakeFirstSources(accepted: "home"))
        model.send(.askForServer)
        model.send(.submit("kerb.example"))
        await fixture.session.activity.idle()
        try #require(accounts.signIn).agree()
        await changed(model, \.onChange) { model.state.rows?.count == 1 }
        #expect(
            fixture.session.messages.history.last?.text
                == "Signed in as @ann@kerb.example. :follow-timelines follows its home timeline and notifications.")
    }

    @Test("A check shows the server's software in the list")
    func check() async {
        let fixture = Fixture()
        let model = await model(FakeAccounts([FakeAccounts.ann]), fixture)
        model.send(.check)
        await fixture.session.activity.idle()
        #expect(model.state.rows?.first?.state == "mastodon 4.5.0")
    }
}
