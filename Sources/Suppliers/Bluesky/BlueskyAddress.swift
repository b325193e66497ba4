import EngineConcepts
import WebText

/// The address of a timeline: `bluesky:ACCOUNT/TIMELINE`.
struct BlueskyAddress: SocialAddress {
    /// The identity of an account, or ``public``.
    var account: String
    var timeline: BlueskyTimeline

    /// The beginning of complete addresses.
    static let prefix = "bluesky:"
    /// The account in the addresses of what is read without one.
    static let `public` = "public"
    /// The beginnings of short forms, in which the account is last and may be left out.
    static let shortPrefixes = [
        "at://", "home@", "list:", "tag:", "user:", "search:", "favourites@", "bookmarks@", "notifications@",
        "thread:at://",
    ]

    static func isAccount(_ text: Substring) -> Bool {
        text == `public` || ATIdentifier(text) != nil
    }

    var ownTimeline: AccountSharedState.OwnTimeline? { timeline == .home ? .home : nil }

    /// Returns the timeline that a person or a record names: `ann.example`, `@ann.example`, `did:plc:…` and
    /// `at://ann.example` the posts of a person, and the address of a list, a custom feed or a post that one. Returns
    /// `nil` for anything else.
    private static func timeline(named text: String) -> String? {
        if let person = ATIdentifier(text.withoutAtSign) { return "user:\(person.text)" }
        guard let record = ATURI(text) else { return nil }
        if record.collection == nil { return "user:\(record.repository.text)" }
        switch (record.knownCollection, record.key) {
        case (.profile?, _): return "user:\(record.repository.text)"
        case (.list?, _?): return "list:\(record)"
        case (.feed?, _?): return "feed:\(record)"
        case (.post?, _?): return "thread:\(record)"
        default: return nil
        }
    }

    /// Returns the address that `text` means: a complete one, or a short form such as `home@ann.example`, `home` with
    /// one account, or `user:ann.example` without any.
    static func resolving(
        _ text: String, among accounts: AccountDirectory
    ) throws(SupplierError) -> BlueskyAddress {
        var text = TextSanitizer.line(text)
        // A complete address keeps its meaning when an account is added.
        if let complete = BlueskyAddress(text) { return complete }
        if text.lowercased().hasPrefix(prefix) { text = String(text.dropFirst(prefix.count)) }
        text = timeline(named: text) ?? text
        let interpretations = interpretations(of: text)
        guard let first = interpretations.first else {
            throw SupplierError(.unsupported, Message("blueskyTimelineUnknown", ["address": .text(text)]))
        }
        for interpretation in interpretations {
            if let account = accounts.account(meantBy: interpretation.account, kind: .bluesky) {
                return BlueskyAddress(account: account.id, timeline: interpretation.timeline)
            }
            if interpretation.account.lowercased() == `public`, interpretation.timeline.isPublic {
                return BlueskyAddress(account: `public`, timeline: interpretation.timeline)
            }
        }
        if !accounts.accounts.contains(where: { $0.kind == .bluesky }), let interpretation = interpretations.last,
            interpretation.account.isEmpty, interpretation.timeline.isPublic
        {
            return BlueskyAddress(account: `public`, timeline: interpretation.timeline)
        }
        throw accounts.failure(toFind: first.account, kind: .bluesky, in: text)
    }
}
