import EngineConcepts
import EngineStandard
import EngineTestSupport
import NetworkingTestSupport
import ScenarioServer
import Testing

@Suite("An old item that a feed lists again because it was edited", .timeLimit(.minutes(30)))
struct EditedItemTests {
    /// Returns a document with items published so many hours before the start, and edited at the start if that is so.
    private func document(_ hours: [Int], edited: Set<Int> = [], at time: Timestamp = FollowedFeed.start) -> Scenario {
        let entries = hours.map { hour in
            let published = FollowedFeed.start.advanced(by: .seconds(-hour * 3600))
            let updated = edited.contains(hour) ? time : published
            return "<entry><id>urn:\(hour)</id><published>\(published.rfc3339)</published>"
                + "<updated>\(updated.rfc3339)</updated></entry>"
        }
        return .text(
            "<feed xmlns='http://www.w3.org/2005/Atom'><title>S</title>\(entries.joined())</feed>",
            type: "application/atom+xml")
    }

    @Test(
        "An edited item joins no windows: items that left the feed unread stay a gap",
        arguments: [[20], [22], [21, 20]])
    func joinsNothing(edited: [Int]) async throws {
        try await withServer([:]) { server, transport in
            server.script("/feed", document([20, 21, 22]))
            let feed = await FollowedFeed(server, transport, at: "/feed")
            feed.time.advance(by: .seconds(-19 * 3600))
            #expect(await feed.refresh().gaps == [])
            feed.time.advance(by: .seconds(19 * 3600 + 10))
            server.script("/feed", document(Array(1...8) + edited.sorted(), edited: Set(edited)))
            await feed.refresh()
            let gap = try #require(await feed.engine.snapshot.gaps.first)
            #expect(await feed.causes == [.agedOut()])
            // Later documents that hold it as well prove no more.
            for hours in [Array(-3...5), Array(-6...1)] {
                feed.time.advance(by: .seconds(3 * 3600))
                server.script("/feed", document(hours + edited.sorted(), edited: Set(edited)))
                await feed.refresh()
                #expect(await feed.engine.snapshot.gaps.contains(gap))
            }
        }
    }

    @Test(
        "An edited item leaves no gap if another known item shows that nothing is missing, or if all known items were edited",
        arguments: [([20], Array(1...20)), ([20, 21, 22], [1, 2, 20, 21, 22]), ([22], [20, 21, 22])])
    func overlaps(edited: [Int], hours: [Int]) async throws {
        try await withServer([:]) { server, transport in
            server.script("/feed", document([19, 20, 21, 22]))
            let feed = await FollowedFeed(server, transport, at: "/feed")
            feed.time.advance(by: .seconds(-18 * 3600 - 10))
            await feed.refresh()
            feed.time.advance(by: .seconds(19 * 3600))
            server.script("/feed", document(hours, edited: Set(edited)))
            #expect(await feed.refresh().gaps == [])
        }
    }

    @Test("An item that was edited before the last reading joins the windows that hold it")
    func editedBefore() async throws {
        try await withServer([:]) { server, transport in
            let edited = FollowedFeed.start.advanced(by: .seconds(-19 * 3600))
            server.script("/feed", document([20, 21, 22], edited: [20], at: edited))
            let feed = await FollowedFeed(server, transport, at: "/feed")
            feed.time.advance(by: .seconds(-18 * 3600))
            await feed.refresh()
            feed.time.advance(by: .seconds(18 * 3600 + 10))
            server.script("/feed", document(Array(1...8) + [20], edited: [20], at: edited))
            #expect(await feed.refresh().gaps == [])
        }
    }

    @Test("One from before the feed's first document leaves no gap between the two")
    func olderThanFirst() async throws {
        try await withServer([:]) { server, transport in
            server.script("/feed", document([20, 21, 22]))
            let feed = await FollowedFeed(server, transport, at: "/feed")
            feed.time.advance(by: .seconds(-19 * 3600))
            await feed.refresh()
            feed.time.advance(by: .seconds(19 * 3600 + 10))
            server.script("/feed", document([19, 20, 21, 22, 900], edited: [900]))
            await feed.refresh()
            feed.time.advance(by: .seconds(600))
            #expect(await feed.refresh().gaps == [])
        }
    }
}
