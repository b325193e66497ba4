/// A post that a server publishes later.
public struct ScheduledPost: Hashable, Sendable, Codable {
    /// The server's identity of the scheduled post. The published post has another.
    public var id: String
    public var text: String
    /// The time at which the server publishes it.
    public var time: Timestamp

    public init(id: String, text: String, time: Timestamp) {
        self.id = id
        self.text = text
        self.time = time
    }

    /// The shortest time ahead for which servers take a post.
    public static let shortestWait = Duration.seconds(300)
}
