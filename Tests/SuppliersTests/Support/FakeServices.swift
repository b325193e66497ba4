import EngineConcepts
import EngineTestSupport
import Foundation
import ScenarioServer
import SupplierConformance
import Suppliers
import Synchronization

@testable import Networking

/// The content of a fake service, and a switch to make it fail.
final class ServiceContent: Sendable {
    private let stored = Mutex<[ScriptedItem]>([])
    private let failing = Mutex(false)
    private let replaced = Mutex<[Int: Int]>([:])

    /// Newest first.
    var items: [ScriptedItem] {
        get { stored.withLock(\.self) }
        set { stored.withLock { $0 = newValue.sorted { $0.time > $1.time } } }
    }

    var isFailing: Bool {
        get { failing.withLock(\.self) }
        set { failing.withLock { $0 = newValue } }
    }

    /// The number of the page that is answered in the place of another, or 0 for a page that does not exist.
    var replacedPages: [Int: Int] {
        get { replaced.withLock(\.self) }
        set { replaced.withLock { $0 = newValue } }
    }

    /// Returns items `seconds` apart, the first at `newest`.
    static func items(_ count: Int, from newest: Timestamp, every seconds: Int = 60) -> [ScriptedItem] {
        (0..<count)
            .map {
                ScriptedItem(
                    id: "\(90_000_000 - $0)", time: newest.advanced(by: .seconds(-$0 * seconds)), text: "Text \($0).")
            }
    }

    fileprivate func json(_ object: Any) -> Scenario {
        guard !isFailing, let json = try? ServedJSON(object) else { return Scenario(status: 500) }
        return Scenario(type: "application/json", body: json.bytes)
    }
}

/// The Hacker News search API as documented (<https://hn.algolia.com/api>), with invented stories.
final class FakeHackerNews: Sendable {
    let content = ServiceContent()
    let server: ScenarioServer

    init(_ server: ScenarioServer) {
        self.server = server
        server.serve("/api/v1/search") { [content] request in Self.answer(request.path, content) }
    }

    var address: String { server.url("/api/v1") }

    private static func answer(_ path: String, _ content: ServiceContent) -> Scenario {
        let query = URLComponents(string: path)?.queryItems ?? []
        func value(_ name: String) -> String? { query.first { $0.name == name }?.value }
        var hits = content.items
        for bound in (value("numericFilters") ?? "").split(separator: ",") {
            let number = Int64(bound.drop { !$0.isNumber }) ?? 0
            hits.removeAll { bound.contains(">=") ? $0.time.seconds < number : $0.time.seconds >= number }
        }
        let tags = value("tags") ?? ""
        // The story's own tags name it, too.
        let story = tags.hasPrefix("(story,comment),story_") ? tags.split(separator: "_").last.map(String.init) : nil
        let isComments = tags.hasPrefix("comment") || story != nil
        let limit = min(Int(value("hitsPerPage") ?? "20") ?? 20, 1000)
        return content.json([
            "hits": hits.prefix(limit).map { hit($0, isComment: isComments && $0.id != story) }, "nbHits": hits.count,
            "page": 0,
            "nbPages": min(hits.count, 1000) / limit + 1, "hitsPerPage": limit, "exhaustiveNbHits": hits.count < 1000,
            "query": value("query") ?? "",
        ])
    }

    private static func hit(_ item: ScriptedItem, isComment: Bool) -> [String: Any] {
        var hit: [String: Any] = [
            "objectID": item.id, "created_at_i": item.time.seconds, "created_at": item.time.rfc3339, "author": "pat",
            "_tags": [isComment ? "comment" : "story", "author_pat"],
        ]
        if isComment {
            hit["comment_text"] = item.text
            hit["story_id"] = 7
            hit["story_title"] = "The story"
            hit["parent_id"] = 7
        } else {
            hit["title"] = "Title of \(item.id)"
            hit["story_text"] = item.text
            hit["url"] = "https://example.com/\(item.id)"
            hit["points"] = 57
            hit["num_comments"] = 15
        }
        return hit
    }
}

/// Lobsters' pages of 25 stories in JSON.
final class FakeLobsters: Sendable {
    let content = ServiceContent()
    let server: ScenarioServer

    init(_ server: ScenarioServer) {
        self.server = server
        for prefix in ["/newest", "/hottest", "/t/"] {
            server.serve(prefix) { [content] request in Self.answer(request.path, content) }
        }
        server.serve("/s/") { [content] _ in Self.thread(content) }
    }

    var address: String { server.url("") }

    private static func answer(_ path: String, _ content: ServiceContent) -> Scenario {
        let asked = path.split(separator: "/").last.flatMap { Int($0.prefix { $0 != "." }) } ?? 1
        let number = content.replacedPages[asked] ?? asked
        guard number > 0 else { return Scenario(status: 404) }
        let page = content.items.dropFirst((number - 1) * 25).prefix(25)
        return content.json(page.map(story))
    }

    /// Returns the story of a thread with its comments.
    private static func thread(_ content: ServiceContent) -> Scenario {
        var thread: [String: Any] = [
            "short_id": "abc", "created_at": "2020-01-01T00:00:00Z", "title": "The story",
            "comments_url": "https://lobste.rs/s/abc/title", "submitter_user": "lee",
        ]
        thread["comments"] = content.items.map { item in
            [
                "short_id": item.id, "created_at": item.time.rfc3339, "comment": "<p>\(item.text)</p>", "score": 2,
                "commenting_user": "pat", "url": "https://lobste.rs/c/\(item.id)",
            ] as [String: Any]
        }
        return content.json(thread)
    }

    private static func story(_ item: ScriptedItem) -> [String: Any] {
        [
            "short_id": item.id, "created_at": item.time.rfc3339, "title": "Title of \(item.id)",
            "url": "https://example.com/\(item.id)", "score": 12, "comment_count": 3,
            "description": "<p>\(item.text)</p>",
            "comments_url": "https://lobste.rs/s/\(item.id)/title", "submitter_user": "lee", "tags": ["swift", "web"],
        ]
    }
}

/// Returns the dependencies for tests: services on a scenario server, and commands.
func dependencies(
    _ transport: any Transport, hackerNews: String = "", lobsters: String = "", mastodon: String? = nil,
    time: any TimeSource = ManualTimeSource()
) -> SupplierDependencies {
    var services = [SupplierKind.hackerNews: hackerNews, .lobsters: lobsters]
    services[.mastodon] = mastodon
    return SupplierDependencies(
        transport: transport, time: time,
        // With a long timeout, since the machine may be busy.
        commands: CommandRunner(
            environment: ProcessInfo.processInfo.environment, limits: CommandRunner.Limits(time: .seconds(3600))),
        serviceAddresses: services)
}
