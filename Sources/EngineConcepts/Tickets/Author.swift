/// A person or organisation that writes.
public struct Author: Hashable, Sendable {
    /// The source's identity of the author.
    public var id: String
    public var name: String
    /// The account name used to address the author, such as `@pitwall@example.social`.
    public var handle: String?
    /// The absolute URL of the author's picture.
    public var avatar: String?
    /// True if the source has verified the author.
    public var isVerified: Bool

    public init(id: String, name: String, handle: String? = nil, avatar: String? = nil, isVerified: Bool = false) {
        self.id = id
        self.name = name
        self.handle = handle
        self.avatar = avatar
        self.isVerified = isVerified
    }
}
