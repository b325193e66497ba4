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
        isFollowing = members.flag("following") ?? false
        isFollowedBy = members.flag("followed_by") ?? false
        isRequested = members.flag("requested") ?? false
        isMuting = members.flag("muting") ?? false
        isBlocking = members.flag("blocking") ?? false
    }

    /// The relation as users see it.
    var relation: PersonRelation {
        .other(
            PersonRelation.Ties(
                isFollowing ? .following : isRequested ? .requested : .notFollowing, followsBack: isFollowedBy,
                isMuted: isMuting, isBlocked: isBlocking))
    }
}
