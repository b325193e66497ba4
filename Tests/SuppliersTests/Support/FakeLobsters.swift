import EngineConcepts
import ScenarioServer
import SupplierConformance

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
