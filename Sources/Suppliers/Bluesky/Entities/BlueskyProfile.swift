import EngineConcepts
import FeedParsing

/// A profile (`app.bsky.actor.defs#profileViewBasic` and the longer forms).
struct BlueskyProfile: LenientObject, Hashable, Sendable {
    let did: String
    /// The handle in lower case, or `nil` if the account has no valid one.
    let handle: String?
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
        handle = members.handle
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
    var name: String { handle.map { "@\($0)" } ?? did }

    var author: Author {
        Author(
            id: did, name: displayName ?? handle ?? did, handle: name, avatar: avatar, isVerified: isVerified)
    }

    var page: String { BlueskyWebPages.profile(handle ?? did) }

    /// Returns the profile as users see it. A handle is a domain, which names the account and is named by it.
    ///
    /// - Parameter reader: The identifier of the account that reads it, or `nil` without an account.
    func profile(readBy reader: String?) -> AuthorProfile {
        AuthorProfile(
            author, about: about, page: page,
            links: handle.map { [AuthorProfile.Link(name: "", address: "https://\($0)", isVerified: true)] } ?? [],
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
