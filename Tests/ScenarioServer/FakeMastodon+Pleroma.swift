import Foundation

/// The answers of Pleroma and Akkoma that differ from those of Mastodon ("Differences in Mastodon API responses from vanilla
/// Mastodon" in Pleroma's documentation).
extension FakeMastodon {
    /// Returns the server's description of itself. Only the first version of the API has it.
    static func pleroma(_ isOld: Bool, site: String) -> Scenario {
        guard isOld else { return json(["error": "Not implemented"], status: 404) }
        return json([
            "uri": site, "title": "Pit Wall", "version": "2.7.2 (compatible; Akkoma 3.15.2-0-gebd22ad)",
            "max_toot_chars": 5000, "registrations": false,
            "urls": ["streaming_api": site.replacingOccurrences(of: "http", with: "ws")],
            "pleroma": ["metadata": ["features": ["pleroma_api", "mastodon_api_streaming", "quote_posting"]]],
        ])
    }

    /// Returns a post as Pleroma describes it: with an object of its own, and without what it does not know.
    static func pleroma(_ status: [String: Any], _ post: Post, site: String) -> [String: Any] {
        var status = status
        for name in ["filtered", "quote"] { status[name] = nil }
        status["application"] = NSNull()
        status["language"] = NSNull()
        var account = status["account"] as? [String: Any] ?? [:]
        account["uri"] = nil
        account["pleroma"] = [
            "ap_id": "\(site)/users/\(post.author)", "is_moderator": false, "tags": [] as [Any],
        ]
        status["account"] = account
        status["pleroma"] = [
            "local": true, "conversation_id": 41_233, "context": "\(site)/contexts/1",
            "content": ["text/plain": post.text], "spoiler_text": ["text/plain": post.spoiler],
            "emoji_reactions": [["name": "🏁", "count": 2, "me": false, "account_ids": [] as [Any]] as [String: Any]],
            "expires_at": NSNull(), "thread_muted": false, "parent_visible": true, "pinned_at": NSNull(),
            "quote": NSNull(), "quote_id": NSNull(), "quotes_count": 0,
        ]
        return status
    }
}
