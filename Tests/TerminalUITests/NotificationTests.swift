import EngineConcepts
import EngineTestSupport
import FiberConfiguration
import Queries
import Synchronization
import Testing
import ViewModels

@testable import TerminalUI

@Suite("Rules that ask to be told of")
struct NotificationTests {
    /// Keeps what programs were run.
    private final class Programs: Sendable {
        private let runs = Mutex<[[String]]>([])

        var all: [[String]] { runs.withLock { $0 } }

        func run(_ words: [String]) async throws {
            runs.withLock { $0.append(words) }
            if words.first == "missing" { throw CancellationError() }
        }
    }

    private func ticket(_ number: Int, _ title: String) -> Ticket {
        Ticket(
            SourceItem(
                id: String(number), orderTime: AppFixture.now.advanced(by: .seconds(number)),
                body: TicketBody(title: title, text: .plain("Text."))),
            of: "feed:a", seen: AppFixture.now.advanced(by: .seconds(1000)))
    }

    /// The program with a rule that asks to be told of what it is about.
    private func fixture(
        _ programs: Programs, form: TerminalNotification = .osc9
    ) async throws -> AppFixture {
        let rule = Rule(name: "alarm", query: try Query(parsing: "alarm"), effect: .notify)
        let fixture = try AppFixture(library: Library(rules: [rule]))
        fixture.track.setSuppliers([
            SupplierStatus(
                id: "feed:a", name: "Kerb Notes", kind: .feed, condition: .well, lastSuccess: nil,
                covered: TimeframeSet(), floor: nil)
        ])
        fixture.services.announcer = Announcer(
            Notifier(
                terminal: fixture.terminal, rings: true, form: form, command: ["notify-send", "--app-name=fiber"],
                run: programs.run, fail: { _ in }),
            services: fixture.services)
        for number in 1...3 {
            fixture.track.decide(
                Classification(labels: ["rule:alarm"]), of: ticket(number, "").id, effects: ["rule:alarm": .notify])
        }
        fixture.track.commit([ticket(0, "Nothing much")])
        await fixture.start()
        return fixture
    }

    /// Tickets come in, and time passes once all of them were noticed.
    private func arrive(_ tickets: [Ticket], at fixture: AppFixture, _ programs: Programs) async throws {
        fixture.track.commit([ticket(0, "Nothing much")] + tickets)
        try await see(tickets.last?.body.title?.split(separator: " ").last.map(String.init) ?? "", at: fixture)
        await fixture.app.idle()
        while programs.all.isEmpty {
            await Task.yield()
            await fixture.app.idle()
            fixture.time.advance(by: .seconds(1))
        }
    }

    /// What comes in stands above the screen until one goes there.
    private func see(_ words: String, at fixture: AppFixture) async throws {
        while !fixture.terminal.text.contains(words) {
            try await fixture.press("g")
            await Task.yield()
        }
    }

    @Test("one ticket is told of by the bell, by the terminal and by a program, which gets its words as they are")
    func one() async throws {
        let programs = Programs()
        let fixture = try await fixture(programs)
        try await arrive([ticket(1, "-rf; $(alarm) `now`\u{1b}[31m end")], at: fixture, programs)
        let text = "-rf; $(alarm) `now` [31m end"
        #expect(programs.all == [["notify-send", "--app-name=fiber", "--", "Kerb Notes", text]])
        #expect(fixture.terminal.bells == 1)
        #expect(fixture.terminal.notifications == ["\u{1b}]9;Kerb Notes: \(text)\u{7}"])
        try await fixture.end()
    }

    @Test("several that come together are told of together")
    func several() async throws {
        let programs = Programs()
        let fixture = try await fixture(programs, form: .osc777)
        try await arrive(
            [ticket(1, "Alarm one"), ticket(2, "Alarm two"), ticket(3, "Alarm; three")], at: fixture, programs)
        #expect(programs.all.count == 1 && fixture.terminal.bells == 1)
        #expect(programs.all.first?.last?.hasPrefix("3 ") == true, "\(programs.all)")
        #expect(fixture.terminal.notifications.first?.hasPrefix("\u{1b}]777;notify;Kerb Notes;3 ") == true)
        try await fixture.end()
    }

    @Test("a story that comes from two sources is told of once")
    func oneStory() async throws {
        let programs = Programs()
        let fixture = try await fixture(programs)
        let tickets = [ticket(1, "Alarm one"), ticket(2, "Alarm two"), ticket(3, "Alarm one again")]
        fixture.track.tellStory([tickets[0].id, tickets[2].id])
        try await arrive(tickets, at: fixture, programs)
        #expect(programs.all.count == 1 && programs.all.first?.last?.hasPrefix("2 ") == true, "\(programs.all)")
        try await fixture.end()
    }

    @Test("who does not want to be disturbed is told of nothing, until they do")
    func quiet() async throws {
        let programs = Programs()
        let fixture = try await fixture(programs)
        try await fixture.press(":")
        await fixture.type("do-not-disturb")
        try await fixture.press("enter")
        fixture.track.commit([ticket(0, "Nothing much"), ticket(1, "Alarm one")])
        try await see("Alarm one", at: fixture)
        fixture.time.advance(by: .seconds(2))
        await fixture.app.idle()
        #expect(programs.all.isEmpty && fixture.terminal.bells == 0 && fixture.terminal.notifications.isEmpty)
        await fixture.services.flush()
        #expect(fixture.track.settings["notifications.quiet"] == "true")
        fixture.services.announcer?.toggleQuiet()
        try await arrive([ticket(1, "Alarm one"), ticket(2, "Alarm two")], at: fixture, programs)
        #expect(programs.all.first?.last == "Alarm two")
        try await fixture.end()
    }

    @Test("a program that cannot be run is said so, and disturbs nobody")
    func missing() async throws {
        let (words, said) = AsyncStream<String>.makeStream()
        let terminal = TestTerminal()
        let notifier = Notifier(
            terminal: terminal, rings: false, form: nil, command: ["missing"], run: Programs().run,
            fail: { said.yield($0) })
        notifier.announce(title: "A", text: "B")
        var iterator = words.makeAsyncIterator()
        #expect(await iterator.next()?.hasPrefix("missing: ") == true)
        #expect(terminal.bells == 0 && terminal.notifications.isEmpty)
    }
}
