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

    public var author: Author
    /// The person's words about themselves, or `nil` if there are none.
    public var about: String?
    /// The address of the profile's page, or `nil` if unknown.
    public var page: String?
    /// The links of the profile, in its order.
    public var links: [Link]
    /// The number of people who follow the author, or `nil` if unknown.
    public var followers: Int?
    /// The number of posts, or `nil` if unknown.
    public var posts: Int?
    /// The relation of the reading account to the author, or `nil` without an account.
    public var relation: PersonRelation?

    public init(
        _ author: Author, about: String? = nil, page: String? = nil, links: [Link] = [], followers: Int? = nil,
        posts: Int? = nil, relation: PersonRelation? = nil
    ) {
        self.author = author
        self.about = about
        self.page = page
        self.links = links
        self.followers = followers
        self.posts = posts
        self.relation = relation
    }
}
