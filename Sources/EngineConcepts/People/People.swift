/// All people that the user has linked, for lookup by an author's key.
public struct People: Equatable, Sendable {
    /// The people in the user's order.
    public let all: [LinkedPerson]
    /// The index in ``all`` of the person who has a key. If several people have it, the first one counts.
    private let personIndices: [AuthorKey: Int]
    /// A hash of all names and keys, equal on all machines.
    public let digest: UInt64

    /// No linked people.
    public static let none = People([])

    /// Creates a lookup of people, who are in the user's order.
    public init(_ people: [LinkedPerson]) {
        all = people
        var indices: [AuthorKey: Int] = [:]
        var digest: UInt64 = 0
        for (index, person) in people.enumerated() {
            for identity in person.identities where indices[identity.key] == nil {
                indices[identity.key] = index
                digest &+= StableHash.fnv1a("\(person.name)\n\(identity.key)".utf8)
            }
        }
        self.personIndices = indices
        self.digest = digest
    }

    /// True if there are no linked people.
    public var isEmpty: Bool { all.isEmpty }

    /// Returns the person of an author in a source, or `nil` if the author is not linked.
    public func person(of author: Author, in source: SupplierID) -> LinkedPerson? {
        guard !isEmpty else { return nil }
        return AuthorKey.keys(of: author, in: source).lazy.compactMap(person).first
    }

    /// Returns the person to whom a key belongs, or `nil` if it is not linked.
    public func person(with key: AuthorKey) -> LinkedPerson? {
        personIndices[key].map { all[$0] }
    }

    /// Returns the person with a name, ignoring case, or `nil` if there is none.
    public func person(named name: String) -> LinkedPerson? {
        let wanted = name.lowercased()
        return all.first { $0.name.lowercased() == wanted }
    }
}
