import EngineConcepts
import FeedParsing

/// The relation of the signed-in account to a profile.
struct MastodonRelationship: LenientObject, Hashable, Sendable {
    let id: String
    let isFollowing: Bool
    let isFollowedBy: Bool
    let isRequested: Bool
    let isMuting: Bool
    let isBlocking: Bool

    init(_ members: JSONMembers) throws {
        id = try members.requiredLine("id")
        isFollowing = members.flag("following")
        isFollowedBy = members.flag("followed_by")
        isRequested = members.flag("requested")
        isMuting = members.flag("muting")
        isBlocking = members.flag("blocking")
    }

    var relation: PersonRelation {
        .other(
            PersonRelation.Ties(
                isFollowing ? .following : isRequested ? .requested : .notFollowing, followsBack: isFollowedBy,
                isMuted: isMuting, isBlocked: isBlocking))
    }
}
