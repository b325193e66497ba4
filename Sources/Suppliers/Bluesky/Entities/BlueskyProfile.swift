import EngineConcepts
import FeedParsing

/// A profile (`app.bsky.actor.defs#profileViewBasic` and the longer forms).
struct BlueskyProfile: LenientObject, Hashable, Sendable {
    /// The handle of an account whose domain does not name it any more.
    static let invalidHandle = "handle.invalid"

    let did: String
    let handle: String
    let displayName: String?
    let avatar: String?
    let labels: [BlueskyLabel]
    let viewer: BlueskyRelationship
    /// True if a trusted verifier vouches for the account.
    let isVerified: Bool
    /// The account's words about itself.
    let about: String?
    let followers: Int?
    let posts: Int?

    init(_ members: JSONMembers) throws {
        did = try members.requiredLine("did")
        handle = members.line("handle")?.lowercased() ?? Self.invalidHandle
        displayName = members.line("displayName")
        avatar = members.webAddress("avatar")
        labels = members.list("labels", of: BlueskyLabel.self)
        viewer = members.object("viewer", of: BlueskyRelationship.self) ?? BlueskyRelationship()
        about = members.lines("description")
        followers = members.count("followersCount")
        posts = members.count("postsCount")
        let verification = members.nested("verification")
        isVerified =
            verification?.line("verifiedStatus") == "valid" || verification?.line("trustedVerifierStatus") == "valid"
    }

    /// The handle with its `@`, or the identifier if the account has no valid handle.
    var name: String { handle == Self.invalidHandle ? did : "@\(handle)" }

    var author: Author {
        Author(
            id: did, name: displayName ?? (handle == Self.invalidHandle ? did : handle), handle: name, avatar: avatar,
            isVerified: isVerified)
    }

    var page: String { BlueskyWebPages.profile(handle == Self.invalidHandle ? did : handle) }

    /// Returns the profile as users see it. A handle is a domain, which names the account and is named by it.
    ///
    /// - Parameter reader: The identifier of the account that reads it, or `nil` without an account.
    func profile(readBy reader: String?) -> AuthorProfile {
        let isValid = handle != Self.invalidHandle
        return AuthorProfile(
            author, about: about, page: page,
            links: isValid ? [AuthorProfile.Link(name: "", address: "https://\(handle)", isVerified: true)] : [],
            followers: followers, posts: posts, relation: reader.map { relation(of: $0) })
    }

    /// Returns the relation of the account that reads the profile.
    func relation(of reader: String) -> PersonRelation {
        guard reader != did else { return .own }
        return .other(
            PersonRelation.Ties(
                viewer.following == nil ? .notFollowing : .following, followsBack: viewer.followedBy != nil,
                isMuted: viewer.isMuted, isBlocked: viewer.blocking != nil))
    }
}
