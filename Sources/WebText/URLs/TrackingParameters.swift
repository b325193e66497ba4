/// URL parameters that say where a visitor comes from. They do not identify the page, and some feeds change their values
/// on every request.
package enum TrackingParameters {
    /// Prefixes without another common use: those of Google and its imitators, Matomo, HubSpot.
    private static let prefixes = ["utm_", "mtm_", "hsa_"]
    /// Names without another common use, from advertisers, newsletters and statistics.
    private static let names: Set<String> = [
        "fbclid", "gclid", "gclsrc", "dclid", "gbraid", "wbraid", "msclkid", "yclid", "twclid", "ttclid", "li_fat_id",
        "igshid", "mc_cid", "mc_eid", "mkt_tok", "_hsenc", "_hsmi", "_ga", "_gl",
    ]
    /// Prefixes and names that identify a page on a few sites.
    private static let likelyPrefixes = ["pk_", "at_", "wt_", "ns_", "stm_", "vero_", "oly_"]
    private static let likelyNames: Set<String> = [
        "igsh", "ref_src", "ref_url", "referrer", "cmpid", "cmp", "ncid", "icid", "ito", "ocid", "smid", "smtyp",
        "share", "shareid", "sharetype", "xtor", "rss", "feature", "s_cid", "spm", "guccounter", "guce_referrer",
        "guce_referrer_sig", "amp", "outputtype", "__twitter_impression", "giftcopy", "sh", "taid", "trk", "soc_src",
        "soc_trk", "ck_subscriber_id", "wpisrc", "si",
    ]
    /// Names that identify a branch or a text, unless their value is an origin.
    private static let ambiguousNames: Set<String> = ["ref", "source", "via", "from", "src"]
    private static let origins: Set<String> = [
        "rss", "feed", "atom", "hn", "hackernews", "lobsters", "twitter", "mastodon", "bluesky", "reddit", "newsletter",
        "email", "facebook", "linkedin", "producthunt", "tldr", "share", "home", "homepage",
    ]

    /// Returns `address` without the parameters that certainly track; the same bytes if it has none.
    package static func removed(from address: String) -> String {
        guard let mark = address.utf8.firstIndex(of: .questionMark) else { return address }
        let behind = address.utf8.index(after: mark)
        let end = address.utf8[behind...].firstIndex(of: .numberSign) ?? address.endIndex
        let parameters = address[behind..<end].split(separator: "&", omittingEmptySubsequences: false)
        let kept = parameters.filter { !certainlyTracks(String($0.prefix { $0 != "=" })) }
        guard kept.count < parameters.count else { return address }
        return address[..<mark] + (kept.isEmpty ? "" : "?\(kept.joined(separator: "&"))") + address[end...]
    }

    static func probablyTracks(_ name: String, _ value: String) -> Bool {
        let name = name.lowercased()
        if certainlyTracks(name) || likelyNames.contains(name) || likelyPrefixes.contains(where: name.hasPrefix) {
            return true
        }
        guard ambiguousNames.contains(name) else { return false }
        let value = value.lowercased()
        return value.isEmpty || origins.contains(value) || WebAddress.isHostName(value) && value.contains(".")
    }

    private static func certainlyTracks(_ name: String) -> Bool {
        names.contains(name) || prefixes.contains(where: name.hasPrefix)
    }
}
