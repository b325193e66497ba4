import EngineConcepts
import Foundation
import ScenarioServer
import SupplierConformance

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
