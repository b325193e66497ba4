import EngineConcepts
import EngineTestSupport
import FiberConfiguration
import Localization
import Queries
import TerminalDriverTestSupport
import TerminalKit
import Testing
import ViewModelTestSupport

@testable import TerminalUI
@testable import ViewModels

@Suite("Linear mode")
struct LinearModeTests {
    /// Records what is read out.
    private final class Speech {
        private var text = ""

        func write(_ words: String) { text += words }

        /// Returns the text since the last call.
        func next() -> String {
            defer { text = "" }
            return text
        }
    }

    /// Starts the program.
    private func started(
        library: Library? = nil, banner: String? = nil, posting: (any PostingServices)? = nil
    ) async throws -> (fixture: AppFixture, speech: Speech) {
        let speech = Speech()
        let fixture = try AppFixture(library: library, banner: banner, posting: posting, write: speech.write)
        await fixture.startWithScene()
        return (fixture, speech)
    }

    /// Starts the program and skips the text of the start.
    private func reading() async throws -> (fixture: AppFixture, speech: Speech) {
        let (fixture, speech) = try await started()
        _ = speech.next()
        return (fixture, speech)
    }

    @Test("Linear mode reads out the place and the current item, then each new item, and draws nothing")
    func timeline() async throws {
        let (fixture, speech) = try await started()
        let start = speech.next().split(separator: "\n")
        #expect(start.first?.hasPrefix("All") == true && start.joined().contains("6 unread of 6"), "\(start)")
        #expect(start.last == "unread")
        try await fixture.press("j")
        let next = speech.next()
        #expect(!next.contains("All, 6") && !next.isEmpty)
        try await fixture.press("j")
        #expect(speech.next().hasPrefix("Show HN: a terminal reader"))
        let isBlank = fixture.terminal.lines.allSatisfy(\.isEmpty)
        #expect(isBlank)
        try await fixture.end()
    }

    @Test("The addresses of an item's links are read out whole, however narrow the terminal is")
    func addresses() async throws {
        let speech = Speech()
        let fixture = try AppFixture(write: speech.write)
        let address = "https://kerb.example/" + String(repeating: "long/", count: 30)
        let item = SourceItem(
            id: "1", orderTime: AppFixture.now.advanced(by: .seconds(-60)),
            body: TicketBody(title: "Kerbs", text: .plain("Words"), link: address))
        fixture.track.commit([Ticket(item, of: "feed:a", seen: AppFixture.now)])
        await fixture.start()
        _ = speech.next()
        try await fixture.press("enter")
        let said = speech.next()
        #expect(said.contains("] \(address)\n"), "\(said)")
        try await fixture.end()
    }

    @Test("A key that cannot move the cursor says that it is at an end")
    func ends() async throws {
        let (fixture, speech) = try await reading()
        try await fixture.press("k")
        #expect(speech.next() == "This is the first row.\n")
        try await fixture.press("G")
        _ = speech.next()
        try await fixture.press("j")
        #expect(speech.next() == "This is the last row.\n")
        try await fixture.end()
    }

    @Test("Only linear mode says that the cursor is at an end")
    func silentEnds() async throws {
        let fixture = try AppFixture()
        await fixture.startWithScene()
        try await fixture.press("k")
        #expect(!fixture.terminal.text.contains("This is the first row."))
        try await fixture.end()
    }

    @Test("The details of the timeline are read out only once")
    func banner() async throws {
        let (fixture, speech) = try await started(banner: "This is a sample.")
        #expect(speech.next().contains("This is a sample."))
        try await fixture.press("? q")
        let back = speech.next()
        #expect(back.contains("All") && !back.contains("This is a sample."), "\(back)")
        try await fixture.end()
    }

    @Test("Only changes are read out")
    func star() async throws {
        let (fixture, speech) = try await reading()
        try await fixture.press("j j")
        _ = speech.next()
        try await fixture.press("f")
        #expect(speech.next() == "unread, starred\n")
        try await fixture.end()
    }

    @Test("A gap is read out with its size, its sources and the possible actions")
    func gap() async throws {
        let (fixture, speech) = try await reading()
        try await fixture.press("}")
        let lines = speech.next().split(separator: "\n")
        #expect(lines.count == 2 && lines.first?.contains("not loaded") == true)
        try await fixture.end()
    }

    @Test("An opened ticket is read out completely, and so is the next one after J")
    func ticket() async throws {
        let (fixture, speech) = try await reading()
        try await fixture.press("j j enter")
        #expect(speech.next().contains("Item\nShow HN: a terminal reader"))
        try await fixture.press("J")
        #expect(speech.next().contains("What the data says"))
        try await fixture.press("q")
        // The counts were read out before.
        #expect(speech.next().hasPrefix("All\n"))
        try await fixture.end()
    }

    @Test("The raw form of an item is read out, however short it is, while the text is searched")
    func rawDuringSearch() async throws {
        let speech = Speech()
        let fixture = try AppFixture(write: speech.write)
        let item = SourceItem(
            id: "1", orderTime: AppFixture.now.advanced(by: .seconds(-60)),
            body: TicketBody(title: "Kerbs", text: .plain("Two words")), source: SourceLayer(raw: "short"))
        fixture.track.commit([Ticket(item, of: "feed:a", seen: AppFixture.now)])
        await fixture.start()
        try await fixture.press("enter /")
        await fixture.type("words\n")
        _ = speech.next()
        try await fixture.press("v")
        #expect(speech.next().contains("short"))
        try await fixture.end()
    }

    @Test("A name shared by source, author and heading is read out once, and symbols are read as words")
    func words() async throws {
        let speech = Speech()
        let fixture = try AppFixture(write: speech.write)
        fixture.track.setSuppliers([
            SupplierStatus(id: "feed:a", name: "The Short Wire", kind: "feed", requests: RequestHistory(.healthy))
        ])
        let body = TicketBody(
            text: .plain("Rain at the hairpin."), author: Author(id: "a", name: "The Short Wire"),
            counts: Counts(replies: 6, boosts: 21, likes: 103))
        let item = SourceItem(id: "1", orderTime: AppFixture.now.advanced(by: .seconds(-3600)), body: body)
        fixture.track.commit([Ticket(item, of: "feed:a", seen: AppFixture.now)])
        await fixture.start()
        #expect(speech.next().contains("The Short Wire\n1h\nRain at the hairpin."))
        try await fixture.press("enter")
        let ticket = speech.next()
        #expect(ticket.contains("21 boosts, 103 likes, 6 replies"), "\(ticket)")
        try await fixture.end()
    }

    @Test("A source named in a gap's size or cause is read out once")
    func gapNames() {
        func lines(_ size: String, _ cause: String?) -> [String] {
            let gap = Gap(timeframe: .always, kind: .partial, missing: [])
            return
                Transcript.Item(
                    GapRow(
                        gap: gap, parts: [gap], size: size, sources: "Paddock", cause: cause,
                        activity: .unfillable("no"))
                )
                .lines
        }
        #expect(lines("2 h not loaded", "Paddock does not answer") == ["2 h not loaded", "Paddock does not answer"])
        #expect(lines("Paddock not loaded before 11:02", nil) == ["Paddock not loaded before 11:02"])
        #expect(lines("2 h not loaded", "no answer yet") == ["2 h not loaded", "Paddock: no answer yet"])
    }

    @Test("A chosen topic is read out as the place, without repeating the old item before its tickets")
    func topic() async throws {
        let speech = Speech()
        let topics = [Topic(name: "Reader", query: try Query(parsing: "reader"))]
        let fixture = try AppFixture(library: Library(topics: topics), write: speech.write)
        fixture.setScene()
        try await fixture.labelTickets()
        await fixture.start()
        _ = speech.next()
        try await fixture.press("1")
        let said = speech.next()
        #expect(said.hasPrefix("Reader\n"), "\(said)")
        #expect(!said.contains("Pit Wall Live"), "\(said)")
        #expect(said.contains("Show HN: a terminal reader"), "\(said)")
        try await fixture.press("0")
        #expect(speech.next().hasPrefix("All\n"))
        try await fixture.end()
    }

    @Test(
        "A key for an item that is pressed on a gap reads out that it needs an item",
        arguments: ["f", "i", "m", "w", "u", "o", "y", "z", "l", "T", "h"])
    func onAGap(key: String) async throws {
        let (fixture, speech) = try await started(library: Library())
        try await fixture.press("}")
        _ = speech.next()
        try await fixture.press(key)
        #expect(speech.next() == "Move to an item first.\n")
        try await fixture.end()
    }

    @Test("A changed setting is read out with its new value")
    func settings() async throws {
        let (fixture, speech) = try await reading()
        try await fixture.press("d")
        #expect(speech.next() == "Density: roomy\n")
        try await fixture.press(":")
        await fixture.type("theme light\n")
        #expect(speech.next().contains("Theme: light\n"))
        try await fixture.press(", l")
        let said = speech.next()
        #expect(said.hasPrefix("Settings\n"))
        #expect(said.contains("Theme\nlight, Chosen here; the default is: dark\n"), "\(said)")
        #expect(said.contains("\nhigh-contrast, Chosen here") && !said.contains("Theme: "), "\(said)")
        try await fixture.end()
    }

    @Test("A password is not read out while it is typed")
    func password() async throws {
        let (fixture, speech) = try await reading()
        try await fixture.press("E l")
        await fixture.type("ann\n")
        _ = speech.next()
        await fixture.type("secret")
        let said = speech.next()
        #expect(said.contains("*") && !said.contains("secret"), "\(said)")
        try await fixture.end()
    }

    @Test("A setting is read out once the search for it is typed")
    func foundSetting() async throws {
        let (fixture, speech) = try await reading()
        try await fixture.press(", /")
        _ = speech.next()
        await fixture.type("reading-width")
        #expect(speech.next() == "reading-width")
        try await fixture.press("enter")
        let found = speech.next()
        #expect(found.contains("Appearance\nReading width\n78, Default\n"), "\(found)")
        try await fixture.press("/")
        await fixture.type(" nowhere")
        #expect(!speech.next().contains("No setting"))
        try await fixture.press("enter")
        let nothing = speech.next()
        #expect(nothing.contains("No setting matches “reading-width nowhere”.\n"), "\(nothing)")
        try await fixture.end()
    }

    @Test("Only the final result of a search is read out, once")
    func search() async throws {
        let (fixture, speech) = try await reading()
        try await fixture.press("/")
        _ = speech.next()
        await fixture.type("q")
        let said = speech.next().split(separator: "\n")
        #expect(said.count { $0.contains("match") } == 1 && !said.contains("0 matches"), "\(said)")
        try await fixture.end()
    }

    @Test("The state of the filter is not read out before it is loaded")
    func filterAtStart() async throws {
        let speech = Speech()
        let rules = [Rule(name: "car", query: try Query(parsing: "car"))]
        let fixture = try AppFixture(library: Library(rules: rules), write: speech.write)
        fixture.setScene()
        try await fixture.labelTickets()
        await fixture.start()
        let said = speech.next()
        #expect(said.contains("filter on") && !said.contains("filter off"), "\(said)")
        try await fixture.end()
    }

    @Test("Typed text is echoed, and the line is repeated after deletions")
    func typing() async throws {
        let (fixture, speech) = try await reading()
        try await fixture.press(":")
        #expect(speech.next() == "Command\nenter: run, tab: complete, escape: cancel\n: ")
        await fixture.type("hel")
        #expect(speech.next() == "hel")
        try await fixture.press("backspace")
        #expect(speech.next() == "\n: he")
        await fixture.type("lp\n")
        #expect(speech.next().hasPrefix("\nKeys\n"))
        try await fixture.end()
    }

    @Test("A line that is typed into tells its keys in words when it is opened for the first time")
    func promptKeys() async throws {
        let (fixture, speech) = try await started(library: Library(), posting: FakePosting())
        let prompts: [(opening: String, keys: String, closing: String)] = [
            ("/", "ctrl-s: save as topic", "escape"), ("E a", "enter: confirm, escape: cancel", "escape escape"),
            ("h", "enter: choose, escape: back", "escape"), ("P", "ctrl-s: send", "escape"),
        ]
        for prompt in prompts {
            _ = speech.next()
            try await fixture.press(prompt.opening)
            let first = speech.next()
            #expect(first.contains(prompt.keys), "\(first)")
            try await fixture.press(prompt.closing)
            try await fixture.press(prompt.opening)
            let second = speech.next()
            #expect(!second.contains(prompt.keys), "\(second)")
            try await fixture.press(prompt.closing)
        }
        try await fixture.end()
    }

    @Test(
        "A key that closes something is answered by the place and the item",
        arguments: [
            ("A", "ctrl-c", "All"), ("A", "escape", "All"), ("alt-3", "ctrl-c", "All"), ("E a", "ctrl-c", "Sources"),
            ("/ c a r enter", "ctrl-c", "All"),
        ])
    func closing(keys: String, key: String, place: String) async throws {
        let (fixture, speech) = try await reading()
        try await fixture.press(keys)
        _ = speech.next()
        try await fixture.press(key)
        let said = speech.next().split(separator: "\n")
        #expect(said.first == Substring(place) && said.count > 1, "\(said)")
        try await fixture.end()
    }

    @Test("A wrong query that is entered at once is explained once")
    func wrongQuery() async throws {
        let (fixture, speech) = try await reading()
        try await fixture.press("/")
        _ = speech.next()
        await fixture.type("car (\n")
        let said = speech.next().split(separator: "\n")
        #expect(said.count { $0.hasPrefix("At character 5") } == 1, "\(said)")
        try await fixture.end()
    }

    @Test("The editor of a rule names itself once, and reads out only the final result of the trial")
    func rule() async throws {
        let (fixture, speech) = try await started(library: Library())
        _ = speech.next()
        try await fixture.press("h")
        let opened = speech.next().split(separator: "\n")
        #expect(opened.count { $0.contains("New rule") } == 1, "\(opened)")
        await fixture.type("car")
        let said = speech.next()
        #expect(said.contains("would hide") && !said.contains("so far"), "\(said)")
        try await fixture.end()
    }

    @Test("Questions and messages are read out when they appear")
    func messages() async throws {
        let (fixture, speech) = try await reading()
        fixture.session.messages.failure("Kerb Notes: nobody answers.")
        await fixture.app.idle()
        #expect(speech.next() == "Kerb Notes: nobody answers.\n")
        try await fixture.press("A")
        #expect(speech.next().contains("?"))
        try await fixture.end()
    }

    @Test("Every screen is read out", arguments: ["?", "E", ",", "!", "t", "/", "X", "m", "j j u"])
    func screens(keys: String) async throws {
        let (fixture, speech) = try await reading()
        try await fixture.press(keys)
        let hasWords = speech.next().contains(where: \.isLetter)
        #expect(hasWords)
        try await fixture.end()
    }

    @Test(
        "A chosen answer of a poll and a chosen account are read out in words",
        arguments: [Localizer.english, .spanish])
    func chosen(localizer: Localizer) {
        var actions = PostActionsState(title: "Actions")
        actions.rows = [.option(.init(title: "Wets", share: nil, isChosen: true, canBeChosen: true))]
        let on = localizer(.saidOn)
        #expect(Transcript(actions, input: nil, localizer: localizer).item?.states == [on])
        var post = ComposeState(title: "Post")
        post.accounts = [
            .init(
                id: "one", handle: "@one", isChosen: true, gauge: .init(length: 0, maximumLength: nil), warnings: [],
                isBlocked: false)
        ]
        post.accountCursor = 0
        #expect(Transcript(post, line: nil, localizer: localizer).item?.states == [on])
    }

    @Test("Content of sources cannot control the terminal or change the text direction")
    func hostileText() {
        var narrator = Narrator()
        let reading = Transcript(
            location: .init(name: "All"),
            item: .init(id: "1", lines: ["a\u{1b}]0;title\u{7}b", "c\u{202e}d\u{9b}2Je", "f\ng"]))
        let text = narrator.narrate(reading, [])
        #expect(text == "All\na ]0;title b\ncd 2Je\nf g\n")
    }
}
