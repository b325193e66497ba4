import EngineConcepts
import ScenarioServer
import Testing

@testable import Suppliers

@Suite("The ends of timelines of the Mastodon API", .timeLimit(.minutes(30)))
struct MastodonEndTests {
    private let now = MastodonWorld.now

    // MARK: Hashtags

    @Test("A hashtag that is not found is empty until a post with it was read, and then an error")
    func missingHashtag() async throws {
        try await MastodonWorld.with { world in
            world.fake.change { $0.software = .goToSocial }
            let supplier = try world.supplier("tag:f1")
            var answer = try await supplier.fetch(FetchRequest(origin: .newest, now: now))
            answer = try await supplier.fetch(FetchRequest(origin: .newest, memory: answer.memory, now: now))
            #expect(answer.items.isEmpty && answer.end == .trueEnd)
            world.publish(1)
            world.edit(0) { $0.tags = ["f1"] }
            answer = try await supplier.fetch(FetchRequest(origin: .newest, memory: answer.memory, now: now))
            #expect(answer.items.count == 1)
            world.edit(0) { $0.tags = [] }
            let memory = answer.memory
            let error = await #expect(throws: SupplierError.self) {
                try await supplier.fetch(FetchRequest(origin: .newest, memory: memory, now: now))
            }
            #expect(error?.message.key == "hashtagNotFound")
        }
    }
}
