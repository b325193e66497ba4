/// Reads the posts and the profiles of people.
public protocol ProfileReading: Sendable {
    /// Returns the newest posts of an author, or those behind a gap.
    func posts(by author: Author, _ request: OutlineRequest) async throws(SupplierError) -> OutlinePart

    /// Returns the profile of an author.
    func profile(of author: Author, now: Timestamp) async throws(SupplierError) -> AuthorProfile

    /// Returns the author with a key as far as requests need it, or `nil` if the source reads another network.
    func author(with key: AuthorKey) -> Author?
}

extension ProfileReading {
    /// Returns a profile of nothing but the author.
    public func profile(of author: Author, now: Timestamp) async throws(SupplierError) -> AuthorProfile {
        AuthorProfile(author)
    }

    /// Returns `nil`: the source reads only authors of its own tickets.
    public func author(with key: AuthorKey) -> Author? { nil }
}
