import EngineConcepts
import EngineTestSupport
import FiberConfiguration
import Queries
import TerminalDriverTestSupport
import Testing
import ViewModels

@Suite("Typing in the list of sources")
struct SourcePromptTests {
    private func fixture() async throws -> AppFixture {
        let fixture = try AppFixture(
            width: 100,
            library: Library(
                topics: [
                    Topic(name: "WEC", query: try Query(parsing: "tag:wec")),
                    Topic(name: "World", query: try Query(parsing: "tag:world")),
                ], rules: []))
        await fixture.startWithScene()
        try await fixture.press("E")
        return fixture
    }

    @Test("Tab and Shift-Tab go through the topics that begin as typed")
    func completing() async throws {
        let fixture = try await fixture()
        try await fixture.press("t")
        await fixture.type("w")
        try await fixture.press("tab")
        #expect(fixture.terminal.lines.last?.contains("(Tab completes): WEC") == true)
        try await fixture.press("tab")
        #expect(fixture.terminal.lines.last?.contains("(Tab completes): World") == true)
        try await fixture.press("shift-tab")
        #expect(fixture.terminal.lines.last?.contains("(Tab completes): WEC") == true)
        try await fixture.end()
    }

    @Test("A slash filters the sources while it is typed; Enter keeps the filter, and Esc lifts it before it goes back")
    func filtering() async throws {
        let fixture = try await fixture()
        await fixture.type("/kerb\n")
        #expect(fixture.line(with: "Kerb Notes") != nil, "\(fixture.terminal.text)")
        #expect(fixture.line(with: "Paddock Daily") == nil, "\(fixture.terminal.text)")
        await fixture.type("e")
        #expect(fixture.terminal.lines.last?.contains("New name for Kerb Notes:") == true, "\(fixture.terminal.text)")
        try await fixture.press("escape escape")
        #expect(fixture.line(with: "Paddock Daily") != nil, "\(fixture.terminal.text)")
        try await fixture.press("escape")
        #expect(fixture.line(with: "Show HN") != nil, "\(fixture.terminal.text)")
        try await fixture.end()
    }

    @Test("I asks for a list from another program, and Tab completes its path directory by directory")
    func importing() async throws {
        let fixture = try await fixture()
        try await fixture.press("I")
        await fixture.type("~/l")
        try await fixture.press("tab")
        #expect(fixture.terminal.lines.last?.contains(": ~/lists/") == true, "\(fixture.terminal.text)")
        try await fixture.press("tab tab")
        #expect(fixture.terminal.lines.last?.contains(": ~/lists/urls") == true, "\(fixture.terminal.text)")
        try await fixture.press("shift-tab enter")
        #expect(fixture.terminal.text.contains("2 sources added"), "\(fixture.terminal.text)")
        try await fixture.press("!")
        #expect(fixture.terminal.text.contains("Line 3: exec:ls runs a command."), "\(fixture.terminal.text)")
        try await fixture.end()
    }

    @Test("An address that cannot be followed is in the line again, below the reason")
    func correcting() async throws {
        let fixture = try await fixture()
        try await fixture.press("a")
        await fixture.type("nowhere")
        try await fixture.press("enter")
        #expect(fixture.terminal.lines.last?.contains("nowhere") == true)
        #expect(fixture.terminal.text.contains("nowhere is no address."))
        await fixture.type(".example")
        try await fixture.press("enter")
        #expect(fixture.terminal.lines.last?.contains("nowhere") == false)
        try await fixture.end()
    }

    @Test("The error of an address goes with its line, and another error stays", arguments: ["escape", "ctrl-c"])
    func cancelling(key: String) async throws {
        let fixture = try await fixture()
        try await fixture.press("a")
        await fixture.type("nowhere\n")
        #expect(fixture.terminal.text.contains("nowhere is no address."))
        try await fixture.press(key)
        #expect(!fixture.terminal.text.contains("nowhere is no address."), "\(fixture.terminal.text)")
        fixture.session.messages.failure("The store is full.")
        try await fixture.press("a \(key)")
        #expect(fixture.terminal.text.contains("The store is full."), "\(fixture.terminal.text)")
        try await fixture.end()
    }

    @Test("The error of an address that was typed as a command goes with the line that asks for it again")
    func cancellingCommand() async throws {
        let fixture = try await fixture()
        try await fixture.press(":")
        await fixture.type("add nowhere\n")
        #expect(fixture.terminal.lines.last?.contains("nowhere") == true, "\(fixture.terminal.text)")
        #expect(fixture.terminal.text.contains("nowhere is no address."))
        try await fixture.press("escape")
        #expect(!fixture.terminal.text.contains("nowhere is no address."), "\(fixture.terminal.text)")
        try await fixture.end()
    }

    @Test("Up recalls the addresses that were typed before, and only where an address is asked for")
    func recalling() async throws {
        let fixture = try await fixture()
        try await fixture.press("a")
        await fixture.type("first.example")
        try await fixture.press("enter a")
        await fixture.type("second.example")
        try await fixture.press("enter a up up")
        #expect(fixture.terminal.lines.last?.contains("first.example") == true)
        try await fixture.press("down")
        #expect(fixture.terminal.lines.last?.contains("second.example") == true)
        try await fixture.press("escape t up")
        #expect(fixture.terminal.lines.last?.contains("second.example") == false)
        try await fixture.end()
    }

    @Test("l asks for a name and a password, which is drawn in asterisks")
    func login() async throws {
        let fixture = try await fixture()
        try await fixture.press("l")
        await fixture.type("ann")
        try await fixture.press("enter")
        await fixture.type("secret")
        #expect(fixture.terminal.lines.last?.contains("Password of ann: ******") == true)
        #expect(!fixture.terminal.text.contains("secret"))
        try await fixture.press("enter")
        #expect(fixture.terminal.text.contains("is requested as ann"))
        try await fixture.press("E")
        try await fixture.end()
    }

    @Test("u, i and x change the address, the interval and the filter of a source")
    func settings() async throws {
        let fixture = try await fixture()
        try await fixture.press("u")
        #expect(fixture.terminal.lines.last?.contains("New address of ") == true)
        try await fixture.press("escape i")
        await fixture.type("soon")
        try await fixture.press("enter")
        #expect(fixture.terminal.text.contains("Interval of "))
        #expect(fixture.terminal.lines.last?.contains("soon") == true)
        #expect(fixture.terminal.text.contains("is no interval."))
        try await fixture.press("escape x")
        #expect(fixture.terminal.text.contains("Rules hide no items of"))
        try await fixture.end()
    }

    @Test(
        "A long question is whole above its answer, which has its keys, and a message covers neither",
        arguments: [40, 60, 80])
    func longQuestion(width: Int) async throws {
        let fixture = try AppFixture(width: width, height: 16)
        await fixture.startWithScene()
        try await fixture.press("E i")
        func text(_ lines: some Sequence<String>) -> String { lines.joined().filter { $0 != " " } }
        let question = text(["Interval of mastodon (30m, 2h, 1d; empty: as in the settings):"])
        #expect(text(fixture.terminal.lines.suffix(4)).contains(question), "\(fixture.terminal.text)")
        #expect(fixture.terminal.lines.last?.hasSuffix("⏎ confirm   Esc cancel") == true, "\(fixture.terminal.text)")
        await fixture.type("soon")
        try await fixture.press("enter")
        #expect(text(fixture.terminal.lines.suffix(4)).contains(question), "\(fixture.terminal.text)")
        #expect(fixture.terminal.lines.last?.hasPrefix(" soon") == true, "\(fixture.terminal.text)")
        #expect(text(fixture.terminal.lines).contains("isnointerval."), "\(fixture.terminal.text)")
        try await fixture.end()
    }

    @Test("The login is among the hints of a source that requires one")
    func loginHint() async throws {
        let fixture = try AppFixture(width: 80)
        func status(_ id: SupplierID, _ condition: RequestHistory.Condition) -> SupplierStatus {
            SupplierStatus(
                id: id, name: "127.0.0.1:8916/\(id.rawValue)", kind: "feed", requests: RequestHistory(condition))
        }
        let error = SupplierError(.notAuthorised, Message("loginRequired", ["host": "127.0.0.1:8916", "status": 401]))
        fixture.track.setSuppliers([status("copied", .healthy), status("private", .failed(error, at: AppFixture.now))])
        await fixture.start()
        try await fixture.press("E")
        #expect(fixture.terminal.lines.last?.contains("log in") == false)
        #expect(fixture.terminal.text.contains("127.0.0.1:8916/copied"), "the coverage gives way to names")
        #expect(fixture.terminal.text.contains("Requires a login (401); l logs in"))
        try await fixture.press("j")
        #expect(fixture.terminal.lines.last?.contains("l log in") == true, "\(fixture.terminal.lines.last ?? "")")
        try await fixture.end()
    }
}
