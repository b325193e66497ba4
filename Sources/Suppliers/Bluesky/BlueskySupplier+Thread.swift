import EngineConcepts
import FeedParsing
import WebText

extension BlueskySupplier: ThreadReading {
    /// The levels of a thread that are requested. Deeper ones are gaps.
    private static let depth = 40
    private static let height = 80

    /// Returns the posts around the ticket's post, or around the post of a gap.
    func thread(of ticket: Ticket, _ request: OutlineRequest) async throws(SupplierError) -> OutlinePart {
        let uri = request.post(insteadOf: ticket.post ?? ticket.id.item)
        let posts = try await conversation(around: uri, now: request.now).posts
        let items = try await converter(now: request.now).items(from: posts).shown
        let gaps = OutlineGap.missingReplies(in: posts.map { ($0.uri, $0.record.parent?.uri, $0.replies) })
        // Replies of blocked people, and deleted ones, do not come with another request.
        return OutlinePart(items: items, gaps: gaps.filter { $0.position != request.filledReplies })
    }

    func thread(of uri: String, _ request: FetchRequest) async throws(SupplierError) -> FetchAnswer {
        let (posts, budget) = try await conversation(around: uri, now: request.now)
        let (items, filtered) = try await converter(now: request.now).items(from: posts)
        return answer(ofThread: items, filtered, budget: budget, to: request)
    }

    /// Returns what a post replies to, the post and the replies to it, each once. If the post is a reply, the first post
    /// is asked for too: the other branches are below it.
    private func conversation(
        around uri: String, now: Timestamp
    ) async throws(SupplierError) -> (posts: [BlueskyPost], budget: FetchBudget) {
        var (thread, budget) = try await view(of: uri, now: now)
        var posts = Self.posts(in: thread)
        if let first = posts.first, first.uri != uri {
            (thread, budget) = try await view(of: first.uri, now: now)
            posts += Self.posts(in: thread)
        }
        return (posts.uniqued(by: \.uri), budget)
    }

    private func view(of uri: String, now: Timestamp) async throws(SupplierError) -> (BlueskyThread, FetchBudget) {
        let labelers = try await server.moderation(now: now).requestedSources
        let reply = try await server.reply(
            BlueskyThreadAnswer.self, "app.bsky.feed.getPostThread",
            [("uri", uri), ("depth", String(Self.depth)), ("parentHeight", String(Self.height))],
            labelers: labelers, now: now)
        return (reply.value.thread, reply.budget)
    }

    /// Returns the posts of a thread, the first one first. Without recursion, since a thread is as deep as it is.
    static func posts(in thread: BlueskyThread) -> [BlueskyPost] {
        var ancestors: [BlueskyPost] = []
        var above = thread.parent
        while let next = above {
            if let post = next.post { ancestors.append(post) }
            above = next.parent
        }
        var posts = Array(ancestors.reversed())
        var rest = [thread]
        while let next = rest.popLast() {
            if let post = next.post { posts.append(post) }
            rest += next.replies.reversed()
        }
        return posts
    }
}
