import Coordinators
import EngineConcepts
import EngineTestSupport
import Localization
import TerminalDriver
import TerminalDriverTestSupport
import TerminalKit
import Testing
import ViewModelTestSupport
import ViewModels

@testable import TerminalUI

@Suite("The accounts screen")
struct AccountsScreenTests {
    @Test("@ lists the accounts; a signs in at a server that is typed, and the page's address is shown")
    func signIn() async throws {
        let accounts = FakeAccounts()
        let fixture = try AppFixture(width: 100, height: 30, accounts: accounts)
        await fixture.startWithScene()
        try await fixture.press("@")
        #expect(fixture.terminal.text.contains("No accounts yet"))
        try await fixture.press("a")
        await fixture.type("kerb.example")
        try await fixture.press("enter")
        #expect(fixture.terminal.text.contains("https://kerb.example/oauth/authorize?state=1"))
        #expect(await fixture.app.show(.timeline) == .busy, "A route must not end a sign-in.")
        // A paste on the waiting screen is the answer, and no address to follow.
        fixture.terminal.send(.paste("http://127.0.0.1:1/?code=7"))
        await fixture.app.idle()
        try await fixture.press("enter")
        await fixture.shown { $0.contains("@ann@kerb.example") }
        #expect(fixture.terminal.text.contains("2 sources"))
        try await fixture.end()
    }

    @Test("A password is typed where nobody can read it")
    func password() async throws {
        let fixture = try AppFixture(width: 100, height: 30, accounts: FakeAccounts())
        await fixture.startWithScene()
        try await fixture.press("@ a")
        await fixture.type("sky.example")
        try await fixture.press("enter")
        await fixture.type("abcd-efgh")
        #expect(fixture.terminal.text.contains("App password: *********"))
        #expect(!fixture.terminal.text.contains("abcd"))
        try await fixture.press("enter")
        await fixture.shown { $0.contains("@ann@kerb.example") }
        try await fixture.end()
    }

    @Test("Escape ends the waiting, and y answers whether to remove an account")
    func questions() async throws {
        let accounts = FakeAccounts([FakeAccounts.ann])
        let fixture = try AppFixture(width: 100, height: 30, accounts: accounts)
        await fixture.startWithScene()
        try await fixture.press("@ s escape")
        await fixture.shown { $0.contains("signed in") }
        try await fixture.press("D n")
        #expect(fixture.terminal.text.contains("signed in"))
        try await fixture.press("D")
        #expect(fixture.terminal.text.contains("remove @ann@kerb.example?"))
        try await fixture.press("y")
        #expect(fixture.terminal.text.contains("No accounts yet"))
        try await fixture.end()
    }

    @Test("The letter that confirms a question is that of the language")
    func letter() async throws {
        let fixture = try AppFixture(
            width: 100, height: 30, localizer: .spanish, accounts: FakeAccounts([FakeAccounts.ann]))
        await fixture.startWithScene()
        try await fixture.press("@ D")
        #expect(fixture.terminal.text.contains("Sus fuentes se quedan. s confirma"))
        try await fixture.press("y")
        #expect(fixture.terminal.text.contains("@ann@kerb.example"))
        try await fixture.press("D s")
        #expect(fixture.terminal.text.contains("Aún no hay cuentas"))
        try await fixture.end()
    }
}
