import FeedParsing

/// The identities of the newest items that an account has read of its timelines, in any program.
struct MastodonMarkers: LenientObject, Hashable, Sendable {
    private var items: [AccountSharedState.OwnTimeline: String] = [:]

    init(_ members: JSONMembers) throws {
        for timeline in AccountSharedState.OwnTimeline.allCases {
            items[timeline] = members.nested(timeline.rawValue)?.line("last_read_id")
        }
    }

    /// Returns the marker of a timeline, or `nil` if the server keeps none.
    subscript(timeline: AccountSharedState.OwnTimeline) -> String? { items[timeline] }
}
