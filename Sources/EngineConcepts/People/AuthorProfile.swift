/// A person as a network describes them.
public struct AuthorProfile: Hashable, Sendable {
    /// A link of the profile.
    public struct Link: Hashable, Sendable {
        /// The words beside the address, or empty.
        public var name: String
        public var address: String
        /// True if the server has checked that the linked page links back.
        public var isVerified: Bool

        public init(name: String, address: String, isVerified: Bool = false) {
            self.name = name
            self.address = address
            self.isVerified = isVerified
        }
    }

    /// The relation of the reading account to the person.
    public struct Relation: Hashable, Sendable {
        public var isFollowed: Bool
        /// True while the person has not agreed to be followed.
        public var isRequested: Bool
        /// True if the person follows the account.
        public var followsBack: Bool
        public var isMuted: Bool
        public var isBlocked: Bool

        public init(
            isFollowed: Bool = false, isRequested: Bool = false, followsBack: Bool = false, isMuted: Bool = false,
            isBlocked: Bool = false
        ) {
            self.isFollowed = isFollowed
            self.isRequested = isRequested
            self.followsBack = followsBack
            self.isMuted = isMuted
            self.isBlocked = isBlocked
        }
    }

    public var author: Author
    /// The person's words about themselves, or `nil` if there are none.
    public var about: String?
    /// The address of the profile's page, or `nil` if unknown.
    public var page: String?
    /// The links of the profile, in its order.
    public var links: [Link]
    /// The counts, each `nil` if unknown.
    public var followers: Int?
    public var following: Int?
    public var posts: Int?
    /// The relation of the reading account, or `nil` without an account.
    public var relation: Relation?

    public init(
        _ author: Author, about: String? = nil, page: String? = nil, links: [Link] = [], followers: Int? = nil,
        following: Int? = nil, posts: Int? = nil, relation: Relation? = nil
    ) {
        self.author = author
        self.about = about
        self.page = page
        self.links = links
        self.followers = followers
        self.following = following
        self.posts = posts
        self.relation = relation
    }
}
