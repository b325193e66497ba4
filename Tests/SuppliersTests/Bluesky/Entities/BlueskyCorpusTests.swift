import EngineConcepts
import FeedParsing
import Foundation
import Testing

@testable import Suppliers

@Suite("Views of Bluesky's own server", .enabled(if: SocialCorpus.isPresent), .timeLimit(.minutes(30)))
struct BlueskyCorpusTests {
    /// Returns the recorded values of a file, as JSON. They are written as JavaScript, with commas at the ends of lists.
    private func values(_ name: String) throws -> [Any] {
        guard let folder = SocialCorpus.folder else { return [] }
        let file = folder.appending(path: "bluesky/\(name).test.ts.snap")
        guard FileManager.default.fileExists(atPath: file.path) else { return [] }
        let text = try String(contentsOf: file, encoding: .utf8)
        return try text.matches(of: /(?s)exports\[`[^`]*`\] = `\n(.*?)\n`;/)
            .map { match in
                let json = match.output.1.replacing(/,(\s*[}\]])/) { String($0.output.1) }
                return try JSONSerialization.jsonObject(with: Data(json.utf8), options: .fragmentsAllowed)
            }
    }

    /// Returns all objects within a value, outer ones first.
    private func objects(in value: Any) -> [[String: Any]] {
        if let list = value as? [Any] { return list.flatMap(objects) }
        guard let object = value as? [String: Any] else { return [] }
        return [object] + object.sorted { $0.key < $1.key }.flatMap { objects(in: $0.value) }
    }

    private func decode<Value: Decodable>(_ kind: Value.Type, _ object: [String: Any]) throws -> Value {
        try JSONDecoder().decode(kind, fromForeign: Array(try JSONSerialization.data(withJSONObject: object)))
    }

    private static let files = [
        "block-lists", "bookmarks", "list-feed", "mute-lists", "notifications", "profile", "reposts", "thread-v2",
        "actor-search",
    ]

    @Test("Every post, profile and notification of the recorded views is read with all its parts", arguments: files)
    func views(file: String) throws {
        var posts = 0
        var items = 0
        let converter = BlueskyItemConverter(
            account: "public", moderation: BlueskyModeration(own: "x"), now: .endOfTime)
        for object in try values(file).flatMap(objects) {
            if let record = object["record"] as? [String: Any], object["author"] != nil, object["cid"] != nil,
                object["reason"] == nil, record["$type"] as? String == "app.bsky.feed.post"
            {
                let post = try decode(BlueskyPost.self, object)
                posts += 1
                #expect(post.record.text == record["text"] as? String)
                #expect(post.sortTime != nil)
                #expect(post.embed == nil || object["embed"] != nil)
                let embed = object["embed"] as? [String: Any]
                if let images = embed?["images"] as? [Any] { #expect(post.embed?.media.count == images.count) }
                if embed?["record"] != nil { #expect(post.embed?.record != nil, "\(embed ?? [:])") }
                if case .success = converter.item(from: post) { items += 1 }
            }
            if let did = object["did"] as? String, object["handle"] != nil {
                #expect(try decode(BlueskyProfile.self, object).did == did)
            }
            if object["reason"] is String, object["isRead"] != nil {
                let news = try decode(BlueskyNotification.self, object)
                #expect(news.reason == object["reason"] as? String && news.indexedAt != nil)
            }
        }
        #expect(items <= posts)
        if ["list-feed", "bookmarks", "thread-v2"].contains(file) { #expect(posts > 2) }
    }

    @Test("Feeds, bookmarks and blocked posts of the recorded views become items")
    func pages() throws {
        let feed = try #require(try values("list-feed").first as? [[String: Any]])
        let entries = try feed.map { try decode(BlueskyFeedEntry.self, $0) }
        #expect(entries.contains { $0.post.record.parent != nil })
        #expect(entries.contains { !($0.post.embed?.media.isEmpty ?? true) })
        let bookmarks = try #require(try values("bookmarks").first as? [[String: Any]])
        let marks = try bookmarks.map { try decode(BlueskyBookmark.self, $0) }
        #expect(marks.contains { $0.post == nil } && marks.contains { $0.post != nil })
        let hidden = marks.compactMap { $0.post?.embed?.record?.content }
        #expect(hidden.contains(.hidden("blocked")))
    }

    @Test("Label definitions of the recorded moderation services are read")
    func labelers() throws {
        let answers = try values("labeler-service").compactMap { $0 as? [String: Any] }
        let pages = try answers.filter { $0["views"] != nil }.map { try decode(BlueskyPage<BlueskyLabeler>.self, $0) }
        #expect(pages.flatMap(\.elements).count >= 2)
    }

    @Test("Thread gates of the recorded views are closed exactly if they have rules")
    func gates() throws {
        for object in try values("threadgating").flatMap(objects) {
            guard let record = object["record"] as? [String: Any],
                record["$type"] as? String == "app.bsky.feed.threadgate"
            else { continue }
            #expect(try decode(BlueskyThreadGate.self, object).isClosed == (record["allow"] != nil))
        }
    }
}
