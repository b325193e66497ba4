import Coordinators
import EngineConcepts
import EngineTestSupport
import TerminalDriverTestSupport
import TerminalKit
import Testing
import ViewModelTestSupport
import ViewModels

@testable import TerminalDriver
@testable import TerminalUI

@Suite("The onboarding in a terminal in memory")
struct OnboardingScreenTests {
    private func open(
        width: Int = 60, height: Int = 20, accounts: (any AccountManaging)? = nil
    ) async throws -> AppFixture {
        let fixture = try AppFixture(
            width: width, height: height, banner: "A sample.", firstSources: NoFirstSources(),
            accounts: accounts)
        await fixture.startWithScene()
        return fixture
    }

    @Test("The onboarding appears above the visible sample, and each key does what it says")
    func steps() async throws {
        let fixture = try await open()
        try await fixture.press("a")
        let lines = fixture.terminal.text.split(separator: "\n").map(String.init)
        #expect(lines.contains { $0.contains("Welcome to Fiber") })
        #expect(lines.contains { $0.contains("▌ 1 Follow an address") })
        #expect(lines.first?.contains("fiber") == true)
        try await fixture.press("j 1 enter")
        #expect(fixture.terminal.text.contains("Address of a page, feed or account"))
        await fixture.type("x.example")
        try await fixture.press("enter")
        #expect(fixture.terminal.text.contains("There is nothing at x.example."))
        #expect(fixture.terminal.text.contains("x.example"))
        try await fixture.press("escape escape")
        #expect(!fixture.terminal.text.contains("Welcome to Fiber"))
        try await fixture.end()
    }

    @Test("The error of an address goes once the address is changed, and Esc returns to the choice that was made")
    func mending() async throws {
        let fixture = try await open()
        try await fixture.press("a 1 enter")
        await fixture.type("x.example\n")
        try await fixture.press("left")
        #expect(fixture.terminal.text.contains("There is nothing at x.example."))
        await fixture.type("a")
        #expect(!fixture.terminal.text.contains("There is nothing at"), "\(fixture.terminal.text)")
        try await fixture.press("escape j enter")
        #expect(fixture.terminal.text.contains("Path of the file"))
        try await fixture.press("escape")
        #expect(fixture.terminal.text.contains("▌ 2 Import from another reader"), "\(fixture.terminal.text)")
        try await fixture.end()
    }

    @Test("The box of the onboarding stays as large as it is when its error goes, until the step ends")
    func sizeAfterError() async throws {
        let fixture = try await open()
        /// The rows of the title and the keys, which are the first and nearly the last one.
        func box() -> [Int] {
            fixture.terminal.lines.indices.filter { row in
                ["Welcome to Fiber", "⏎ continue"].contains { fixture.terminal.lines[row].contains($0) }
            }
        }
        try await fixture.press("a 1 enter")
        let withoutError = box()
        await fixture.type("x.example\n")
        #expect(fixture.terminal.text.contains("There is nothing at x.example."))
        let withError = box()
        #expect(withError.count == 2 && withError != withoutError, "\(fixture.terminal.text)")
        await fixture.type("ab")
        #expect(!fixture.terminal.text.contains("There is nothing at"), "\(fixture.terminal.text)")
        #expect(box() == withError, "\(fixture.terminal.text)")
        try await fixture.press("escape 1 enter")
        #expect(box() == withoutError, "\(fixture.terminal.text)")
        try await fixture.end()
    }

    @Test("Ctrl-C in a question of the onboarding goes back to the choices, and from there to the sample")
    func closedQuestion() async throws {
        let fixture = try await open()
        try await fixture.press("a 1 enter ctrl-c")
        #expect(fixture.terminal.text.contains("▌ 1 Follow an address"), "\(fixture.terminal.text)")
        try await fixture.press("ctrl-c")
        #expect(!fixture.terminal.text.contains("Follow an address"), "\(fixture.terminal.text)")
        #expect(fixture.app.coordinator?.timeline?.screen == .timeline)
        try await fixture.end()
    }

    @Test("The message about sources that others have added names the key, which leaves the sample")
    func addedByOthers() async throws {
        let fixture = try await open()
        fixture.app.ownSourcesAppeared()
        await fixture.app.idle()
        #expect(fixture.terminal.text.contains("Your own timeline has sources now: a opens it."))
        try fixture.terminal.press("a")
        _ = try await fixture.ending()
        #expect(fixture.app.coordinator?.onboardingOutcome == .added(warnings: []))
    }

    @Test("An address pasted over the sample opens the question for an address")
    func pasted() async throws {
        let fixture = try await open()
        fixture.terminal.send(.paste("https://a.example/feed"))
        await fixture.app.idle()
        #expect(fixture.terminal.text.contains("https://a.example/feed"))
        #expect(fixture.terminal.text.contains("Address of a page, feed or account"))
        try await fixture.end()
    }

    @Test(
        "An address typed at the choices is whole, whatever its first characters do there",
        arguments: [
            "https://a.example/feed", "@somebody@a.example", "www.a.example/1", "127.0.0.1", "/x/y", "2nd.example",
            "~/feeds.opml", "9.example", "jk.example", "quarter.example", "[::1]:8080", ":4000",
        ])
    func typedAtOnce(address: String) async throws {
        let fixture = try await open()
        try await fixture.press("a")
        await fixture.type(address)
        #expect(fixture.terminal.text.contains("Address of a page, feed or account"))
        #expect(fixture.terminal.text.contains(" \(address)"), "\(fixture.terminal.text)")
        try await fixture.end()
    }

    @Test("The number of a choice moves the cursor to it, and Enter opens it")
    func numbers() async throws {
        let fixture = try await open()
        try await fixture.press("a 3 2")
        #expect(fixture.terminal.text.contains("▌ 2 Import from another reader"), "\(fixture.terminal.text)")
        try await fixture.press("enter")
        #expect(fixture.terminal.text.contains("Path of the file"), "\(fixture.terminal.text)")
        try await fixture.end()
    }

    @Test("A path typed right after the number of the import is that of the list", arguments: ["~/urls", "/x/urls"])
    func numberedPath(path: String) async throws {
        let fixture = try await open()
        try await fixture.press("a 2")
        await fixture.type(path)
        #expect(fixture.terminal.text.contains("Path of"), "\(fixture.terminal.text)")
        #expect(fixture.terminal.text.contains(" \(path)"), "\(fixture.terminal.text)")
        try await fixture.end()
    }

    @Test("What moved the cursor before another key does not begin an address")
    func movedBefore() async throws {
        let fixture = try await open()
        try await fixture.press("a j 2 up")
        await fixture.type("a.example")
        #expect(fixture.terminal.text.contains(" a.example"), "\(fixture.terminal.text)")
        try await fixture.press("escape j space")
        await fixture.type("c.example")
        #expect(fixture.terminal.text.contains(" c.example"), "\(fixture.terminal.text)")
        try await fixture.press("escape j")
        fixture.terminal.send(.paste("https://b.example/"))
        await fixture.app.idle()
        #expect(fixture.terminal.text.contains(" https://b.example/"), "\(fixture.terminal.text)")
        try await fixture.end()
    }

    @Test("The onboarding shows its introduction and its question on the smallest screen")
    func smallest() async throws {
        let fixture = try await open(width: 40, height: 10)
        try await fixture.press("a")
        #expect(fixture.terminal.text.contains("This is a sample."), "\(fixture.terminal.text)")
        #expect(fixture.terminal.text.contains("3 Look at the sample"))
        #expect(fixture.terminal.text.contains("⏎ continue   Esc back"), "\(fixture.terminal.text)")
        try await fixture.end()
    }

    @Test("A message covers neither the choices of the onboarding nor their keys")
    func message() async throws {
        for (width, height) in [(40, 10), (60, 24)] {
            let fixture = try await open(width: width, height: height)
            try await fixture.press("a")
            fixture.session.messages.failure("Kerb Notes: nobody answers, and nobody has for quite a while.")
            await fixture.app.idle()
            #expect(fixture.terminal.text.contains("⏎ continue"), "\(fixture.terminal.text)")
            #expect(fixture.terminal.text.contains("Look at the sample"))
            // Without room above the box, the message is in the history only.
            #expect(fixture.terminal.text.contains("nobody answers") == (height > 10), "\(fixture.terminal.text)")
            try await fixture.end()
        }
    }

    @Test("On the smallest screen too, the onboarding offers a sign-in, which asks for the server at once")
    func signIn() async throws {
        let fixture = try await open(width: 40, height: 10, accounts: FakeAccounts())
        try await fixture.press("a")
        #expect(fixture.terminal.text.contains("3 Sign in at a server"), "\(fixture.terminal.text)")
        #expect(fixture.terminal.text.contains("4 Look at the sample"))
        try await fixture.press("3 enter")
        #expect(fixture.terminal.text.contains("Server or handle:"), "\(fixture.terminal.text)")
        try await fixture.press("escape")
        #expect(fixture.terminal.text.contains("No accounts yet"))
        try await fixture.press("escape")
        #expect(fixture.terminal.text.contains("A sample."))
        try await fixture.end()
    }

    @Test("A server typed right after the choice of a sign-in is asked")
    func typedAheadSignIn() async throws {
        let accounts = FakeAccounts()
        let fixture = try await open(accounts: accounts)
        try await fixture.press("a")
        await fixture.type("3\nkerb.example\n")
        #expect(accounts.servers == ["kerb.example"])
        try await fixture.end()
    }

    @Test("A click beside the box of the onboarding selects no choice")
    func clickedBeside() async throws {
        let fixture = try await open(width: 120)
        try await fixture.press("a")
        let lines = fixture.terminal.lines
        for x in [1, 118] {
            for y in lines.indices {
                fixture.terminal.send(.mouse(MouseEvent(.press(.left), at: Point(x: x, y: y))))
                await fixture.app.idle()
            }
        }
        #expect(fixture.terminal.lines == lines)
        try await fixture.end()
    }

    @Test("A click selects a choice of the onboarding")
    func clicked() async throws {
        let fixture = try await open()
        try await fixture.press("a")
        let rows = fixture.terminal.text.split(separator: "\n", omittingEmptySubsequences: false)
        let row = try #require(rows.firstIndex { $0.contains("Import from another reader") })
        fixture.terminal.send(.mouse(MouseEvent(.press(.left), at: Point(x: 20, y: row))))
        await fixture.app.idle()
        #expect(fixture.terminal.text.contains("Path of the file"))
        try await fixture.end()
    }

    @Test("The history of commands is restored at the next start, without commands that contain a password")
    func commandsKept() async throws {
        let fixture = try await open()
        try await fixture.press(":")
        await fixture.type("search https://name:password@a.example/")
        try await fixture.press("enter escape")
        try await fixture.press(":")
        await fixture.type("credits")
        try await fixture.press("enter")
        await fixture.services.track.flush()
        #expect(fixture.track.settings["commands"] == "credits")
        let next = try AppFixture(width: 60, height: 20)
        next.track.settings = fixture.track.settings
        try await fixture.end()
        await next.start()
        try await next.press(": up")
        #expect(next.terminal.text.split(separator: "\n").last?.contains("credits") == true)
        try await next.end()
    }
}
