import FeedParsing

/// The answer to a sign-in and to a renewal.
struct BlueskySessionAnswer: LenientObject, Sendable {
    let session: BlueskySession

    init(_ members: JSONMembers) throws {
        guard let did = members.line("did"), DID(did) != nil, let access = members.line("accessJwt"),
            let refresh = members.line("refreshJwt"), !access.contains(" "), !refresh.contains(" ")
        else { throw members.missing("accessJwt") }
        session = BlueskySession(did: did, access: access, refresh: refresh)
    }
}
