import EngineConcepts
import EngineStandard
import EngineTestSupport
import NetworkingTestSupport
import ScenarioServer
import Testing

/// Items that are dated ahead stand where they were first seen, so their dates say nothing about what was read.
@Suite("Feeds with items dated ahead", .timeLimit(.minutes(30)))
struct ItemsAheadTests {
    @Test("A document that has not changed completes no range that its feed has lost", arguments: [1, 3600])
    func unchangedAfterLoss(pause: Int) async throws {
        try await withServer([:]) { server, transport in
            func serve(_ hours: [Int], tag: String) {
                var document = FeedPage(hours: hours).scenario()
                document.entityTag = "\"\(tag)\""
                server.script("/x", document)
            }
            serve([1], tag: "first")
            let feed = await FollowedFeed(server, transport, at: "/x")
            #expect(await feed.refresh().gaps == [])
            // The document ends with items dated ahead, so it claims nothing: the gap reaches up to its reading.
            serve([-1, -53, -52, -51, -50], tag: "second")
            feed.time.advance(by: .seconds(7201))
            let gaps = await feed.refresh().gaps
            #expect(gaps.map(\.timeframe.start) == [feed.time.now()])
            #expect(gaps.map { $0.missing.map(\.cause) } == [[.agedOut()]])
            let gap = try #require(gaps.first)
            feed.time.advance(by: .seconds(pause))
            #expect(await feed.retry(gap.id).gaps == gaps)
            feed.time.advance(by: .seconds(3600))
            #expect(await feed.refresh().gaps == gaps)
        }
    }
}
