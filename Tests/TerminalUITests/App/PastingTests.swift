import Coordinators
import EngineConcepts
import EngineTestSupport
import TerminalDriverTestSupport
import TerminalKit
import Testing
import ViewModels

@testable import TerminalDriver
@testable import TerminalUI

@Suite("Text that is pasted on any screen")
struct PastingTests {
    @Test("A pasted address opens the sources with the address in the prompt")
    func pasting() async throws {
        let fixture = try AppFixture()
        await fixture.startWithScene()
        fixture.terminal.send(.paste("https://a.example/feed\n"))
        await fixture.app.idle()
        #expect(fixture.terminal.lines.last?.contains("https://a.example/feed") == true)
        try await fixture.press("enter")
        #expect(fixture.session.messages.history.map(\.text).contains("Added New"))
        try await fixture.end()
    }

    @Test(
        "A pasted address opens the sources from every screen",
        arguments: ["j enter", "j enter u", "?", ",", "!"])
    func pastingElsewhere(keys: String) async throws {
        let fixture = try AppFixture(width: 100)
        fixture.track.commit(Scene.tickets, gaps: [], visibleRanges: Scene.visibleRanges)
        await fixture.start()
        try await fixture.press(keys)
        fixture.terminal.send(.paste("a.example/feed"))
        await fixture.app.idle()
        #expect(fixture.app.coordinator?.timeline?.screen == .sources)
        #expect(fixture.terminal.lines.last?.contains("a.example/feed") == true, "\(fixture.terminal.text)")
        try await fixture.end()
    }

    @Test("A count before pasted text ends with it")
    func count() async throws {
        let fixture = try AppFixture()
        await fixture.startWithScene()
        try await fixture.press("E alt-3")
        fixture.terminal.send(.paste("kerb.example"))
        await fixture.app.idle()
        #expect(!fixture.app.matcher.hasBegun)
        #expect(fixture.terminal.lines.last?.contains("kerb.example") == true, "\(fixture.terminal.text)")
        try await fixture.end()
    }

    @Test("Text that is pasted into an open line is on the screen at once")
    func pastingIntoLine() async throws {
        let fixture = try AppFixture()
        await fixture.startWithScene()
        try await fixture.press("a")
        fixture.terminal.send(.paste("https://a.example/feed"))
        await fixture.app.idle()
        #expect(fixture.terminal.lines.last?.contains("https://a.example/feed") == true)
        try await fixture.end()
    }

    @Test("A prompt over a search takes keys and pasted text, and the search goes on after it")
    func promptOverSearch() async throws {
        let fixture = try AppFixture(width: 100)
        await fixture.startWithScene()
        try await fixture.press("E")
        await fixture.type("/kerb")
        // The question which of several feeds is meant opens when the server has answered.
        try #require(fixture.app.stack.top as? SourceManagerController).send(.askForName)
        fixture.terminal.send(.paste(" on"))
        await fixture.app.idle()
        await fixture.type("e")
        #expect(fixture.terminal.lines.last?.contains("Kerb Notes: Kerb Notes one") == true, "\(fixture.terminal.text)")
        #expect(fixture.line(with: "Paddock Daily") == nil, "\(fixture.terminal.text)")
        try await fixture.press("escape")
        #expect(fixture.terminal.lines.last?.hasPrefix(" / kerb ") == true, "\(fixture.terminal.text)")
        try await fixture.press("backspace backspace backspace backspace")
        fixture.terminal.send(.paste("paddock"))
        await fixture.app.idle()
        #expect(fixture.line(with: "Paddock Daily") != nil, "\(fixture.terminal.text)")
        #expect(fixture.line(with: "Kerb Notes") == nil, "\(fixture.terminal.text)")
        try await fixture.end()
    }

    @Test("Two pasted addresses are both followed, and a broken one is joined")
    func pastingTwo() async throws {
        let fixture = try AppFixture(width: 120)
        await fixture.startWithScene()
        fixture.terminal.send(.paste("https://a.example/\nfeed\nhttps://b.example/feed\n"))
        await fixture.app.idle()
        #expect(fixture.terminal.lines.last?.contains("https://a.example/feed https://b.example/feed") == true)
        try await fixture.press("enter")
        #expect(fixture.session.messages.history.map(\.text).contains("Added New · Added New"))
        try await fixture.end()
    }

    @Test("Pasted addresses without a scheme are followed one by one, on any screen and in an open line")
    func pastingWithoutScheme() async throws {
        let fixture = try AppFixture(width: 120)
        await fixture.startWithScene()
        for isOpen in [false, true] {
            if isOpen { try await fixture.press("a") }
            fixture.terminal.send(.paste("a.example/feed\nwww.b.example\n@ann@c.example\nd.example:8080/x\n"))
            await fixture.app.idle()
            let list = "a.example/feed www.b.example @ann@c.example d.example:8080/x"
            #expect(fixture.terminal.lines.last?.contains(list) == true, "\(fixture.terminal.text)")
            try await fixture.press("enter")
            let added = fixture.session.messages.history.count {
                $0.text == "Added New · Added New · Added New · Added New"
            }
            #expect(added == (isOpen ? 2 : 1))
        }
        try await fixture.end()
    }

    @Test(
        "A text is the same addresses whether it is pasted on any screen or into an open line",
        arguments: [
            ("https://a.example/\nb.example\n", ["https://a.example/", "b.example"]),
            ("https://a.example/\nfeed.xml\n", ["https://a.example/feed.xml"]),
            ("a.example/ index.html?page=1 HTTPS://b.example/", ["a.example/index.html?page=1", "HTTPS://b.example/"]),
        ])
    func sameAddresses(text: String, addresses: [String]) async throws {
        let fixture = try AppFixture(width: 120)
        await fixture.startWithScene()
        fixture.terminal.send(.paste(text))
        await fixture.app.idle()
        let joined = addresses.joined(separator: " ")
        #expect(fixture.terminal.lines.last?.contains(joined) == true, "\(fixture.terminal.text)")
        let added = addresses.map { _ in "Added New" }.joined(separator: " · ")
        try await fixture.press("enter")
        #expect(fixture.session.messages.history.count { $0.text == added } == 1)
        try await fixture.press("a")
        fixture.terminal.send(.paste(text))
        await fixture.app.idle()
        try await fixture.press("enter")
        #expect(fixture.session.messages.history.count { $0.text == added } == 2)
        try await fixture.end()
    }

    @Test("A pasted command keeps its spaces")
    func pastingCommand() async throws {
        let fixture = try AppFixture()
        await fixture.startWithScene()
        fixture.terminal.send(.paste("exec:grep -h  formula race.log\n"))
        await fixture.app.idle()
        #expect(fixture.terminal.lines.last?.contains("exec:grep -h  formula race.log") == true)
        try await fixture.end()
    }

    @Test(
        "Pasted text that leads to no source is reported",
        arguments: ["some words", "some words: https://a.example/"])
    func pastingWords(text: String) async throws {
        let fixture = try AppFixture()
        await fixture.startWithScene()
        fixture.terminal.send(.paste(text))
        await fixture.app.idle()
        #expect(fixture.terminal.text.contains("The pasted text is not an address."))
        #expect(fixture.app.coordinator?.timeline?.screen == .timeline)
        try await fixture.end()
    }
}
