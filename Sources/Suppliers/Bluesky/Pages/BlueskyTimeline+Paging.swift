import EngineConcepts

// The order of the entries of timelines, by which pages are claimed.
extension BlueskyTimeline {
    /// True if a service orders the posts as it likes, so that pages prove nothing.
    var isRanking: Bool {
        if case .feed = self { true } else { false }
    }

    /// True if a page can begin at a time (`until`). The cursors of these lists are counts, which deletions move.
    var beginsAtTimes: Bool {
        switch self {
        case .tag, .search: true
        case .home, .user, .list, .feed, .favourites, .bookmarks, .notifications, .thread: false
        }
    }

    /// The time after which an item can still appear at its place. Posts are placed by the time that their authors wrote
    /// down, if it is earlier than their arrival; the index of the search takes longer.
    var lateness: Duration {
        switch self {
        case .home, .user, .list: .seconds(600)
        case .tag, .search: .seconds(1800)
        case .notifications, .bookmarks: .seconds(120)
        case .feed, .favourites, .thread: .zero
        }
    }

    /// True if the list is sorted by a time that the server does not send, so that pages prove nothing before its end.
    var isUnordered: Bool { self == .favourites }

    /// The end of a list. Servers keep only the newest entries of some, and a search does not go on without end.
    var lastEnd: FetchEnd {
        switch self {
        case .home, .list, .notifications: .retentionLimit
        case .tag, .search: .depthLimit
        case .user, .favourites, .bookmarks, .feed, .thread: .trueEnd
        }
    }
}
