import EngineConcepts
import EngineTestSupport
import FiberConfiguration
import Queries
import Synchronization
import TerminalDriverTestSupport
import Testing
import ViewModels

@testable import TerminalDriver
@testable import TerminalUI

@Suite("Rules that notify")
struct NotificationTests {
    /// Records the programs that were run.
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

    /// The program with a rule that notifies.
    private func fixture(
        _ programs: Programs, form: TerminalNotification = .osc9
    ) async throws -> AppFixture {
        let rule = Rule(name: "alarm", query: try Query(parsing: "alarm"), effect: .notify)
        let fixture = try AppFixture(library: Library(rules: [rule]))
        fixture.track.setSuppliers([
            SupplierStatus(id: "feed:a", name: "Kerb Notes", kind: "feed", requests: RequestHistory(.healthy))
        ])
        let notifier = Notifier(
            terminal: fixture.terminal, rings: true, form: form, command: ["notify-send", "--app-name=fiber"],
            run: programs.run, fail: { _ in })
        fixture.services.notifier.notify = { notifier.notify(title: $0, text: $1) }
        for number in 1...3 {
            fixture.track.setClassification(
                Classification(labels: ["rule:alarm"]), of: ticket(number, "").id, effects: ["rule:alarm": .notify])
        }
        fixture.track.commit([ticket(0, "Nothing much")])
        await fixture.start()
        return fixture
    }

    /// Adds tickets, and advances the clock once all of them were noticed.
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

    /// Goes to the top until `words` are on the screen.
    private func see(_ words: String, at fixture: AppFixture) async throws {
        while !fixture.terminal.text.contains(words) {
            try await fixture.press("g")
            await Task.yield()
        }
    }

    @Test("A single ticket is announced by bell, terminal notification and program, with its text unchanged")
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

    @Test("Several tickets that arrive together are announced together")
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

    @Test("A story from two sources is announced once")
    func oneStory() async throws {
        let programs = Programs()
        let fixture = try await fixture(programs)
        let tickets = [ticket(1, "Alarm one"), ticket(2, "Alarm two"), ticket(3, "Alarm one again")]
        fixture.track.makeStory([tickets[0].id, tickets[2].id])
        try await arrive(tickets, at: fixture, programs)
        #expect(programs.all.count == 1 && programs.all.first?.last?.hasPrefix("2 ") == true, "\(programs.all)")
        try await fixture.end()
    }

    @Test("Do not disturb suppresses notifications until it is turned off")
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
        await fixture.services.track.flush()
        #expect(fixture.track.settings["notifications.quiet"] == "true")
        fixture.services.notifier.toggleDoNotDisturb()
        try await arrive([ticket(1, "Alarm one"), ticket(2, "Alarm two")], at: fixture, programs)
        #expect(programs.all.first?.last == "Alarm two")
        try await fixture.end()
    }

    @Test("A notification program that cannot be run is reported in the history only")
    func missing() async throws {
        let (words, said) = AsyncStream<String>.makeStream()
        let terminal = TestTerminal()
        let notifier = Notifier(
            terminal: terminal, rings: false, form: nil, command: ["missing"], run: Programs().run,
            fail: { said.yield($0) })
        notifier.notify(title: "A", text: "B")
        var iterator = words.makeAsyncIterator()
        #expect(await iterator.next()?.hasPrefix("missing: ") == true)
        #expect(terminal.bells == 0 && terminal.notifications.isEmpty)
    }
}
