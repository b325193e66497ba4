import EngineConcepts
import EngineTestSupport
import FiberConfiguration
import Testing

@testable import ViewModels

@Suite("What sources filter out")
struct SourceFilterTests {
    private nonisolated struct Counts: SourceFilterCounting {
        var filteredAtSource: [SupplierID: [String: Int]] {
            ["feed:a": ["politics": 3, "elections": 1], "feed:gone": ["old": 9]]
        }
    }

    @Test("The rules of sources are listed below Fiber's own with their counts, and cannot be edited here")
    func list() async throws {
        let fixture = Fixture(library: Library())
        fixture.track.setSuppliers([
            SupplierStatus(id: "feed:a", name: "Home", kind: "mastodon", requests: RequestHistory(.healthy))
        ])
        let model = FilteredViewModel(
            view: TrackView(filter: .on), track: fixture.services.track, sourceFilters: Counts())
        var edits = 0
        model.onOutput = { _ in edits += 1 }
        model.start()
        await fixture.session.activity.idle()
        let filters = model.state.sourceFilters
        #expect(filters.map(\.rule) == ["elections", "politics"])
        #expect(filters.map(\.location) == ["filtered by Home", "filtered by Home"])
        #expect(filters.map(\.count) == ["1 item", "3 items"])
        model.send(.editRule)
        model.send(.open)
        #expect(edits == 0)
        #expect(fixture.session.messages.toast?.text.contains("is a filter of the server") == true)
    }

    @Test("A view of one source lists only its own rules")
    func oneSource() async {
        let fixture = Fixture(library: Library())
        let model = FilteredViewModel(
            view: TrackView(suppliers: ["feed:b"], filter: .on), track: fixture.services.track, sourceFilters: Counts())
        model.start()
        await fixture.session.activity.idle()
        #expect(model.state.sourceFilters.isEmpty)
    }
}
