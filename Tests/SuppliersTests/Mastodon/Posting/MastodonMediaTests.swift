import EngineConcepts
import Foundation
import ScenarioServer
import TestSupport
import Testing

@testable import Suppliers

@Suite("Media of posts to Mastodon")
struct MastodonMediaTests {
    @Test("Media are uploaded before the post, each once, and without their names")
    func media() async throws {
        try await MastodonWorld.with { world in
            let directory = try TemporaryDirectory()
            let file = directory.path + "/my secret name.png"
            try Data("PICTURE".utf8).write(to: URL(fileURLWithPath: file))
            world.fake.change { $0.processing = 2 }
            let draft = PostDraft("See", media: [PostDraft.Medium(.file(file), alternativeText: "A pit wall")])
            for _ in 0..<2 {
                let error = try await world.post(draft).failure()
                #expect(error.message.code == "mediumProcessed")
                #expect(error.retryAt.map { $0 > world.now } == true)
                #expect(world.fake.present.sent.isEmpty)
            }
            _ = try await world.post(draft).done()
            let media = world.fake.present.media
            #expect(media.count == 1)
            let form = String(decoding: try #require(media.first).value, as: UTF8.self)
            #expect(form.contains("PICTURE") && form.contains("A pit wall") && form.contains("Content-Type: image/png"))
            #expect(!form.contains("secret"))
            #expect(world.fake.present.sent.first?["media_ids[]"] == media.first?.key)
            let missing = PostDraft("See", media: [PostDraft.Medium(.file(directory.path + "/none.png"))])
            #expect(try await world.post(missing, id: "b").refusal().message.code == "mediumUnreadable")
        }
    }

    @Test("If an upload to Mastodon cannot be recorded, the post fails with the reason, and a retry uploads nothing")
    func mediaOnFullDisk() async throws {
        try await MastodonWorld.with { world in
            let store = FullStore()
            try await world.dependencies.accounts.remember(in: store)
            let directory = try TemporaryDirectory()
            let file = try directory.write("PICTURE", to: "a.png")
            let draft = PostDraft("See", media: [PostDraft.Medium(.file(file))])
            let error = try await world.post(draft).failure()
            #expect(error.message == FullStore.error.message)
            #expect(world.fake.present.sent.isEmpty)
            await store.makeRoom()
            _ = try await world.post(draft).done()
            #expect(world.fake.present.media.count == 1 && world.fake.present.sent.count == 1)
        }
    }

    @Test("A file that is too large for any server is refused with the limit, unread")
    func largeMedia() async throws {
        try await MastodonWorld.with { world in
            let directory = try TemporaryDirectory()
            let path = directory.path + "/film.mp4"
            #expect(FileManager.default.createFile(atPath: path, contents: nil))
            let file = try #require(FileHandle(forWritingAtPath: path))
            // Without content on the disk.
            try file.truncate(atOffset: 201 << 20)
            try file.close()
            let draft = PostDraft("See", media: [PostDraft.Medium(.file(path))])
            let error = try await world.post(draft).refusal()
            #expect(
                error.message == Message("mediumTooLarge", ["file": .text(path), "limit": .bytes(200 << 20)]))
        }
    }
}
