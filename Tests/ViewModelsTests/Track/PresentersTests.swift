import EngineConcepts
import EngineTestSupport
import Testing

@testable import ViewModels

@Suite("The cache of presenters")
struct PresentersTests {
    @Test("A presenter that was requested before the cache was cleared is requested again")
    func cleared() async {
        let track = FakeTrack()
        let presenters = Presenters(engine: track)
        track.whilePresenting { await presenters.clear() }
        #expect(await presenters.presenters(for: ["feed:a"])["feed:a"] != nil)
        await confirmation { asksAgain in
            track.whilePresenting { asksAgain() }
            _ = await presenters.presenters(for: ["feed:a"])
        }
    }
}
