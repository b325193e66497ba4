import EngineConcepts
import WebText

/// The address of a timeline: `mastodon:ACCOUNT/TIMELINE`.
struct MastodonAddress: SocialAddress {
    /// The identity of an account, or the host of a server that is asked without one.
    var account: String
    var timeline: MastodonTimeline

    /// The beginning of complete addresses.
    static let prefix = "mastodon:"
    /// The beginnings of short forms, in which the account is last and may be left out.
    static let shortPrefixes = [
        "home@", "local@", "federated@", "list:", "tag:", "user:", "favourites@", "bookmarks@", "notifications@",
        "notifications:", "trends@", "search:",
    ]

    var ownTimeline: AccountSharedState.OwnTimeline? {
        switch timeline {
        case .home: .home
        case .notifications: .notifications
        default: nil
        }
    }

    /// Returns the address that `text` means: a complete one, or a short form such as `home@ann@example.social`, `home`
    /// with one account, or `local@example.social` without any.
    static func resolving(
        _ text: String, among accounts: AccountDirectory
    ) throws(SupplierError) -> MastodonAddress {
        let text = TextSanitizer.line(text)
        // A complete address keeps its meaning when an account is added.
        if let complete = MastodonAddress(text) { return complete }
        let interpretations = interpretations(of: text)
        guard let first = interpretations.first else {
            throw SupplierError(.unsupported, Message("timelineUnknown", ["address": .text(text)]))
        }
        for interpretation in interpretations {
            if let account = accounts.account(meantBy: interpretation.account, kind: .mastodon) {
                return MastodonAddress(account: account.id, timeline: interpretation.timeline)
            }
        }
        if let interpretation = interpretations.first(where: { $0.timeline.isPublic && isServer($0.account) }) {
            return MastodonAddress(account: interpretation.account.lowercased(), timeline: interpretation.timeline)
        }
        throw accounts.failure(toFind: first.account, kind: .mastodon, in: text)
    }

    private static func isServer(_ text: String) -> Bool {
        guard !text.contains("@"), let site = WebAddress.site(named: text) else { return false }
        return site.contains(".") || site == "localhost"
    }
}
