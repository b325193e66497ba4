import EngineConcepts
import WebText

/// The address of a timeline: `mastodon:PLACE/TIMELINE`. The place is the identity of an account, or the host of a server
/// that is asked without one.
struct MastodonAddress: Hashable, Sendable {
    var place: String
    var timeline: MastodonTimeline

    /// The beginning of complete addresses.
    static let prefix = "mastodon:"
    /// The beginnings of short forms, in which the account stands last and may be left out.
    static let shortPrefixes = [
        "home@", "local@", "federated@", "list:", "tag:", "user:", "favourites@", "bookmarks@", "notifications@",
        "notifications:", "trends@", "search:",
    ]

    init(place: String, timeline: MastodonTimeline) {
        self.place = place
        self.timeline = timeline
    }

    /// Parses a complete address. Returns `nil` for anything else.
    init?(_ text: String) {
        let text = TextSanitizer.line(text)
        guard text.lowercased().hasPrefix(Self.prefix) else { return nil }
        let parts = text.dropFirst(Self.prefix.count).split(separator: "/", maxSplits: 1)
        guard parts.count == 2, let timeline = MastodonTimeline(parts[1]) else { return nil }
        self.init(place: parts[0].lowercased(), timeline: timeline)
    }

    /// The complete address.
    var text: String { "\(Self.prefix)\(place)/\(timeline.text)" }

    /// Returns the address that `text` means: a complete one, or a short form such as `home@ann@example.social`, `home`
    /// with one account, or `local@example.social` without any.
    static func resolving(
        _ text: String, among accounts: AccountDirectory
    ) throws(SupplierError) -> MastodonAddress {
        let text = TextSanitizer.line(text)
        // A complete address keeps its meaning when an account is added.
        if let complete = MastodonAddress(text) { return complete }
        // A handle and a list's name may contain the sign that stands before the account.
        var splits = text.indices.filter { text[$0] == "@" }
            .map { (timeline: text[..<$0], place: String(text[text.index(after: $0)...])) }
        splits.append((text[...], ""))
        let readings = splits.compactMap { split in
            MastodonTimeline(split.timeline).map { (timeline: $0, place: split.place) }
        }
        guard let first = readings.first else {
            throw SupplierError(.unsupported, Message("timelineUnknown", ["address": .text(text)]))
        }
        for reading in readings {
            if let account = accounts.account(meantBy: reading.place, kind: .mastodon) {
                return MastodonAddress(place: account.id, timeline: reading.timeline)
            }
        }
        if let reading = readings.first(where: { $0.timeline.isPublic && isServer($0.place) }) {
            return MastodonAddress(place: reading.place.lowercased(), timeline: reading.timeline)
        }
        let known = accounts.accounts.map(\.id)
        guard !known.isEmpty else {
            throw SupplierError(.notAuthorised, Message("accountNeeded", ["address": .text(text)]))
        }
        throw SupplierError(
            .unsupported,
            Message(
                first.place.isEmpty ? "accountAmbiguous" : "accountNotFound",
                ["account": .text(first.place), "known": .list(known.map { .text($0) })]))
    }

    private static func isServer(_ place: String) -> Bool {
        guard !place.contains("@"), let site = WebAddress.site(named: place) else { return false }
        return site.contains(".") || site == "localhost"
    }

    /// Returns the origin of a server that is asked without an account. Plain http is for this machine only.
    static func origin(ofServer place: String) -> String {
        let host = WebAddress.host(of: "http://\(place)") ?? place
        let isLocal = ["localhost", "127.0.0.1", "[::1]", "::1"].contains(host)
        return "\(isLocal ? "http" : "https")://\(place)"
    }
}
