import EngineConcepts
import EngineStandard
import Foundation
import ScenarioServer
import TestSupport
import Testing

@testable import Suppliers

@Suite("Repeated actions at Mastodon")
struct MastodonRepetitionTests {
    @Test("A post is repeated unasked only where the server is known to recognise it")
    func repetition() async throws {
        try await MastodonWorld.with { world in
            #expect(try world.client().accountActions[.post] == .unsafe)
            world.publish(1)
            _ = try await world.newest()
            #expect(try world.client().accountActions[.post] == .safe)
            world.fake.change { $0.lostAnswers["POST api/v1/statuses"] = 1 }
            _ = try await world.post(PostDraft("Once")).uncertainty()
            // The server may still be at work and does not know the key yet.
            let error = try await world.post(PostDraft("Once"), after: .seconds(20)).failure()
            #expect(error.message.code == "postArriving")
            #expect(error.retryAt == world.now.advanced(by: .seconds(60)))
            _ = try await world.post(PostDraft("Once"), after: .seconds(60)).done()
            #expect(world.fake.present.posts.filter { $0.text == "Once" }.count == 1)
        }
        try await MastodonWorld.with { world in
            world.fake.change { $0.software = .goToSocial }
            world.publish(1)
            _ = try await world.newest()
            #expect(try world.client().accountActions[.post] == .unsafe)
            #expect(try world.supplier("home").traits.actions[.reply] == .unsafe)
            #expect(try world.supplier("home").traits.actions[.like] == .safe)
        }
    }

    @Test("An answer of the server that it failed is repeated like a lost one, but a refusal or no connection is not")
    func serverErrors() async throws {
        try await MastodonWorld.with { world in
            world.publish(1)
            _ = try await world.newest()
            world.fake.change { $0.refusals["POST api/v1/statuses"] = (500, "Whoops") }
            _ = try await world.post(PostDraft("Once")).uncertainty()
            world.fake.change { $0.refusals["POST api/v1/statuses"] = (429, "Slow down") }
            _ = try await world.post(PostDraft("Once"), after: .seconds(90)).failure()
            world.fake.change { $0.refusals = [:] }
            _ = try await world.post(PostDraft("Once"), after: .seconds(91)).done()
            #expect(world.fake.present.sent.count == 1)
        }
    }

    @Test("Mastodon stays known by the version of its API while posts without its identifiers are read")
    func apiVersion() async throws {
        try await MastodonWorld.with { world in
            let client = try #require(try world.client() as? MastodonClient)
            let memory = client.server.shared.memory
            await memory.setIDFormat(MastodonIDFormat.number.rawValue)
            let rules: [(apiVersion: Int?, rule: ActionRepetition)] = [(nil, .unsafe), (8, .safe)]
            for (apiVersion, rule) in rules {
                try await world.dependencies.accounts.record(
                    AccountServer(
                        origin: world.fake.address, handleHost: "pit.example", software: "mastodon", version: "4.6.4",
                        apiVersion: apiVersion),
                    of: "ann@pit.example")
                #expect(client.accountActions[.post] == rule)
            }
        }
    }

    @Test("GoToSocial, which boosts anew with each request, is asked before a boost is repeated")
    func boostRepetition() async throws {
        try await MastodonWorld.with { world in
            world.fake.change { $0.software = .goToSocial }
            world.publish(1)
            let item = try #require(try await world.first())
            world.fake.change { $0.lostAnswers["POST api/v1/statuses/\(item.id)/reblog"] = 1 }
            _ = try await world.perform(.boost, on: item).uncertainty()
            let boosted = try #require(try await world.perform(.boost, on: item).done())
            #expect(boosted.body.reactions.contains(.boost))
            #expect(world.fake.present.boosts == [item.id])
        }
    }

    @Test("After the time for which a server recognises a repetition, only the user repeats a post")
    func lateRepetition() async throws {
        try await MastodonWorld.with { world in
            world.publish(1)
            _ = try await world.newest()
            world.fake.change { $0.lostAnswers["POST api/v1/statuses"] = 1 }
            _ = try await world.post(PostDraft("Once"))
            let error = try await world.post(PostDraft("Once"), after: .seconds(3600)).repetitionError()
            #expect(error.message.code == "postUnknown")
            #expect(world.fake.present.sent.count == 1)
            _ = try await world.post(PostDraft("Once"), after: .seconds(3601)).done()
        }
    }

    @Test("After a restart, server and uploads are still known, and the limits hold while the server is away")
    func memory() async throws {
        try await MastodonWorld.with { world in
            let store = MemoryTrackStore()
            let directory = try TemporaryDirectory()
            let file = directory.path + "/a.png"
            try Data("PICTURE".utf8).write(to: URL(fileURLWithPath: file))
            let draft = PostDraft("See", media: [PostDraft.Medium(.file(file))])
            /// The state of a new process.
            func restarted() async throws -> MastodonWorld {
                var dependencies = world.dependencies
                dependencies.accounts = AccountDirectory(world.dependencies.accounts.accounts)
                try await dependencies.accounts.remember(in: store)
                return MastodonWorld(fake: world.fake, dependencies: dependencies)
            }
            let first = try await restarted()
            #expect(try first.client().accountActions[.post] == .unsafe)
            try await first.dependencies.accounts.record(
                AccountServer(
                    origin: world.fake.address, handleHost: "pit.example", software: "mastodon", version: "4.6.4"),
                of: "ann@pit.example")
            #expect(try first.client().accountActions[.post] == .safe)
            #expect(try await first.client().rules(now: world.now).maximumLength == 500)
            world.fake.change { $0.processing = 1 }
            _ = try await first.post(draft).failure()
            let second = try await restarted()
            #expect(try second.client().accountActions[.post] == .safe)
            world.fake.change { $0.isFailing = true }
            #expect(try await second.client().rules(now: world.now).maximumLength == 500)
            world.fake.change { $0.isFailing = false }
            _ = try await second.post(draft).done()
            #expect(world.fake.present.media.count == 1)
            // A medium that the server has forgotten is uploaded again.
            world.fake.change { $0.processing = 1 }
            _ = try await second.post(draft, id: "post-2")
            world.fake.change {
                $0.media = [:]
                $0.processing = 0
            }
            _ = try await restarted().post(draft, id: "post-2").done()
            #expect(world.fake.present.media.count == 1)
            // Nothing remains of what has ended.
            let kept = try #require(try await store.setting("account.memory/ann@pit.example"))
            #expect(kept.contains("\"sendings\":{}"), "\(kept)")
            #expect(!kept.contains("good-token"))
            try await second.dependencies.accounts.removeMemory(of: "ann@pit.example")
            #expect(try await store.setting("account.memory/ann@pit.example") == nil)
        }
    }
}
