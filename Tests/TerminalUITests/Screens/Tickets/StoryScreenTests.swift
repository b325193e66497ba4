import EngineConcepts
import EngineTestSupport
import FiberConfiguration
import TerminalDriverTestSupport
import Testing
import ViewModels

@testable import TerminalUI

@Suite("Stories from several sources on the screen")
struct StoryScreenTests {
    private func status(_ id: SupplierID, _ name: String, _ kind: SupplierKind) -> SupplierStatus {
        SupplierStatus(id: id, name: name, kind: kind, requests: RequestHistory(.healthy))
    }

    private func ticket(_ number: Int, _ title: String, of supplier: SupplierID) -> Ticket {
        Ticket(
            SourceItem(
                id: String(number), orderTime: AppFixture.now.advanced(by: .seconds(-600 * number)),
                body: TicketBody(title: title, text: .plain("Text of \(title)."), link: "https://e.example/\(number)")),
            of: supplier, seen: AppFixture.now)
    }

    @Test("A story's row names its other sources, = unfolds it, and the open ticket leads to the others")
    func folded() async throws {
        let fixture = try AppFixture(width: 90, height: 24, settings: ["timeline.fold-duplicates": .flag(true)])
        fixture.track.setSuppliers([status("feed:a", "Kerb Notes", "feed"), status("hn:top", "Hacker News", "hn")])
        let first = ticket(3, "A tyre that lasts", of: "feed:a")
        let copy = ticket(1, "A tyre that lasts, they say", of: "hn:top")
        fixture.track.commit([copy, ticket(2, "Something else", of: "feed:a"), first])
        fixture.track.makeStory([first.id, copy.id])
        await fixture.start()
        #expect(fixture.terminal.text.contains("⧉ also on Hacker News"), "\(fixture.terminal.text)")
        #expect(!fixture.terminal.text.contains("they say"))

        try await fixture.press("G =")
        #expect(fixture.terminal.text.contains("Unfolded the story"))
        #expect(!fixture.terminal.text.contains("they say"), "the place is kept: what came stands above the screen")
        try await fixture.press("g")
        #expect(fixture.terminal.text.contains("they say"))
        try await fixture.press("U G")
        #expect(!fixture.terminal.text.contains("they say"))

        try await fixture.press("enter")
        #expect(fixture.terminal.text.contains("Also on  Tab"), "\(fixture.terminal.text)")
        #expect(fixture.terminal.text.contains("Hacker News  10m  A tyre that lasts, they say"))
        try await fixture.press("tab")
        #expect(fixture.terminal.text.contains("Text of A tyre that lasts, they say."))
        try await fixture.press("tab")
        #expect(fixture.terminal.text.contains("Text of A tyre that lasts."))
        try await fixture.press("q")
        #expect(fixture.terminal.lines.contains { $0.hasPrefix("▌") && $0.contains("A tyre that lasts") })

        try await fixture.press("d d")
        #expect(fixture.terminal.text.contains("⧉"), "a row of one line has the sign: \(fixture.terminal.text)")
        try await fixture.end()
    }
}
