import EngineConcepts

// The order of the items of timelines, by which pages are claimed.
extension MastodonTimeline {
    /// True if the identifiers by which the server pages are those of the items. Favourites and bookmarks are paged by
    /// identifiers that only the `Link` field shows.
    var isPagedByItem: Bool {
        switch self {
        case .favourites, .bookmarks, .trends, .thread: false
        case .user(let user): !user.isPinned
        case .home, .local, .federated, .list, .tag, .notifications, .groupedNotifications, .search: true
        }
    }

    /// True if the server can deliver the items above a position, beginning with the next one. A search begins with the
    /// newest, and a group of notifications does not say at which of them such a page ends.
    var pagesNewer: Bool {
        switch self {
        case .search, .groupedNotifications: false
        default: isPagedByItem
        }
    }

    /// The end below the oldest items. Servers keep only the newest items of home feeds and lists.
    var lastEnd: FetchEnd {
        switch self {
        case .home, .list: .retentionLimit
        default: .trueEnd
        }
    }

    /// Returns the time that an identifier carries by which the timeline is paged, or `nil` if it carries none, such as that
    /// of a notification.
    func time(of id: String) -> Timestamp? {
        hasNotifications ? nil : MastodonIDFormat.time(of: id)
    }

    /// Returns true if the item with this identifier can be much older than those below it: servers whose identifiers carry no
    /// time sort posts by arrival.
    func isSortedByArrival(at id: String) -> Bool {
        !hasNotifications && MastodonIDFormat.time(of: id) == nil
    }

    /// Returns the time after which an item of its time can still appear.
    ///
    /// Mastodon and Pleroma give posts the time at which they arrive, and put them into home feeds within seconds;
    /// following somebody or fetching a thread adds older ones. GoToSocial gives them the time at which they were
    /// written, and deliveries take as long as other servers take.
    func lateness(of format: MastodonIDFormat?) -> Duration {
        switch (self, format) {
        case (.notifications, _), (.groupedNotifications, _), (.favourites, _), (.bookmarks, _): .seconds(60)
        case (_, .ulid): .seconds(1800)
        // An index of words is updated some minutes later.
        case (.federated, _), (.tag, _), (.search, _): .seconds(600)
        default: .seconds(120)
        }
    }
}
