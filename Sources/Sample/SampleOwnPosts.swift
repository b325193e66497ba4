import EngineConcepts
import Synchronization

/// The posts of the sample's account, as long as the program runs.
final class SampleOwnPosts: Sendable {
    private let posts = Mutex<[SourceItem]>([])

    /// Adds a post, or replaces it with a later version.
    func keep(_ item: SourceItem) {
        posts.withLock { posts in
            posts.removeAll { $0.id == item.id }
            posts.append(item)
        }
    }

    func remove(_ id: String) { posts.withLock { $0.removeAll { $0.id == id } } }

    /// Returns the replies to these posts, and the replies to those.
    func below(_ ids: Set<String>) -> [SourceItem] {
        var known = ids
        // A reply is always later than what it answers.
        return posts.withLock { posts in
            posts.sorted { ($0.orderTime ?? .beginningOfTime) < ($1.orderTime ?? .beginningOfTime) }
                .filter { item in
                    guard let parent = item.body.replyTo, known.contains(parent) else { return false }
                    known.insert(item.id)
                    return true
                }
        }
    }
}
