import EngineConcepts
import EngineTestSupport
import FiberConfiguration
import Localization
import Testing
import ViewModelTestSupport

@testable import ViewModels

@Suite("Dismissed gaps")
struct DismissedGapTests {
    @Test("A dismissed gap disappears, is listed with the sources, and comes back there; undo dismisses it again")
    func dismissed() async throws {
        let fixture = Fixture()
        try await fixture.sources.put(SourceDescription(id: "feed:a", address: "a.example", name: "Kerb"))
        fixture.track.commit(tickets(60..<70) + tickets(0..<40), gaps: [try partialGap(3600, 2400)])
        await fixture.start()
        func gaps() -> Int { fixture.content?.rows.count { $0.gap != nil } ?? 0 }
        await fixture.send(.seek(.gap, .older))
        #expect(gaps() == 1)
        await fixture.send(.dismissGap)
        #expect(gaps() == 0)
        let model = SourceManagerViewModel(sources: fixture.sources, track: fixture.services.track)
        model.start()
        await fixture.session.activity.idle()
        let detail = model.state.rows?.first?.detail
        #expect(detail?.contains("dismissed gaps are not shown") == true, "\(detail ?? "nothing")")
        model.send(.showGaps)
        await fixture.session.activity.idle()
        #expect(gaps() == 1)
        #expect(model.state.rows?.first?.detail?.contains("dismissed") != true)
        model.send(.undo)
        await fixture.session.activity.idle()
        #expect(gaps() == 0)
        await fixture.send(.showDismissedGaps)
        #expect(gaps() == 1)
    }

    @Test("Undo brings back the gap that was dismissed last, names whose it was, and takes back no mark before that")
    func dismissalUndone() async throws {
        let fixture = Fixture()
        fixture.track.setSuppliers([
            sourceStatus("feed:a", "Kerb", .healthy), sourceStatus("feed:b", "Paddock", .healthy),
        ])
        fixture.track.commit(
            tickets(60..<70) + tickets(0..<40), gaps: [try partialGap(3600, 2400, of: ["feed:a", "feed:b"])])
        await fixture.start()
        func gaps() -> Int { fixture.content?.rows.count { $0.gap != nil } ?? 0 }
        var toast: String? { fixture.session.messages.toast?.text }
        await fixture.send(.ticket(.toggleStar), .seek(.gap, .older), .dismissGap)
        #expect(gaps() == 0)
        #expect(toast?.hasPrefix("This gap of Kerb, Paddock is no longer shown.") == true)
        await fixture.send(.undo)
        #expect(gaps() == 1)
        #expect(fixture.timeline.state.current?.gap != nil, "the cursor is on the gap again")
        #expect(toast == "Undone: this gap of Kerb, Paddock is shown again")
        #expect(fixture.track.marks(of: ticket(69).id).isStarred)
        await fixture.send(.dismissGapsOfSource)
        #expect(gaps() == 0)
        #expect(toast?.hasPrefix("Gaps of Kerb, Paddock are no longer shown.") == true)
        await fixture.send(.showDismissedGaps, .undo)
        #expect(gaps() == 0)
        await fixture.send(.undo)
        #expect(gaps() == 1)
        await fixture.send(.undo)
        #expect(!fixture.track.marks(of: ticket(69).id).isStarred)
        #expect(toast?.hasPrefix("Undone: star of ") == true, "\(toast ?? "nothing")")
    }
}
