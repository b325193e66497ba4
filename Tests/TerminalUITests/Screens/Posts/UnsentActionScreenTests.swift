import EngineConcepts
import EngineTestSupport
import TerminalDriverTestSupport
import Testing
import ViewModelTestSupport
import ViewModels

@testable import TerminalUI

@Suite("Unsent posts, on the screen")
struct UnsentActionScreenTests {
    @Test("An uncertain post is announced at the start, and Alt-r lists it, sends it again and Alt-x cancels it")
    func uncertainPost() async throws {
        let fixture = try AppFixture(width: 100, height: 30, posting: FakePosting())
        fixture.setScene()
        let post = PendingAction(
            id: "1", request: .account(.post(PostDraft("Lights out")), FakePosting.ann.id), requestedAt: AppFixture.now,
            repetition: .unsafe, attempts: 1, state: .uncertain(SupplierError(.timedOut, "No answer.")))
        fixture.track.setPending([post])
        await fixture.start()
        #expect(fixture.terminal.text.contains("1 post or other action may not have been sent. M-p lists it."))
        try await fixture.press("alt-r")
        #expect(fixture.terminal.text.contains("Drafts   1"))
        #expect(fixture.terminal.text.contains("Lights out"))
        #expect(fixture.terminal.text.contains("uncertain, perhaps sent: No answer."))
        #expect(!fixture.track.calls.contains(.retry("1")))
        try await fixture.press("alt-r")
        #expect(fixture.track.calls.contains(.retry("1")))
        try await fixture.press("alt-x")
        #expect(fixture.track.calls.contains(.drop("1")))
        fixture.track.setPending([])
        fixture.track.emit(.action(post.becoming(.dropped)))
        await fixture.shown { $0.contains("Cancelled. The text is a draft.") }
        #expect(!fixture.terminal.text.contains("uncertain"))
        #expect(fixture.terminal.text.contains("Lights out"))
        try await fixture.end()
    }
}
