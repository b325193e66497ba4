import EngineConcepts
import FeedParsing

/// A notification of an account (<https://docs.joinmastodon.org/entities/Notification/>).
struct MastodonNotification: Hashable, Sendable {
    let id: String
    /// `mention`, `favourite`, `reblog`, `follow` …, or a word that this version does not know.
    let type: String
    let createdAt: Timestamp?
    let account: MastodonAccount?
    let status: MastodonStatus?
}

extension MastodonNotification: LenientObject {
    init(_ members: JSONMembers) throws {
        id = try members.requiredLine("id")
        type = members.line("type") ?? "unknown"
        createdAt = members.time("created_at")
        account = members.object("account", of: MastodonAccount.self)
        status = members.object("status", of: MastodonStatus.self)
    }
}

/// A page of grouped notifications (`/api/v2/notifications`, since Mastodon 4.3).
struct MastodonGroupedNotifications: LenientObject, Sendable {
    let groups: LenientList<Group>
    let accounts: [String: MastodonAccount]
    let statuses: [String: MastodonStatus]

    init(_ members: JSONMembers) throws {
        groups = members.counted("notification_groups", of: Group.self)
        accounts = members.list("accounts", of: MastodonAccount.self).keyed(by: \.id)
        statuses = members.list("statuses", of: MastodonStatus.self).keyed(by: \.id)
    }

    /// Notifications of one kind about one thing.
    struct Group: LenientObject, Hashable, Sendable {
        let key: String
        let type: String
        /// The number of notifications in the group.
        let count: Int
        let newestID: String?
        /// The newest notification of those on the page, or `nil` if the server does not say.
        let pageNewestID: String?
        let latestAt: Timestamp?
        let accountIDs: [String]
        let statusID: String?

        init(_ members: JSONMembers) throws {
            key = try members.requiredLine("group_key")
            type = members.line("type") ?? "unknown"
            count = members.count("notifications_count") ?? 1
            newestID = members.line("most_recent_notification_id")
            pageNewestID = members.line("page_max_id")
            latestAt = members.time("latest_page_notification_at")
            accountIDs = members.texts("sample_account_ids")
            statusID = members.line("status_id")
        }
    }
}
