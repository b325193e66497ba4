public import EngineConcepts

extension SupplierKind {
    /// Mastodon and services with a compatible API.
    static let mastodon: SupplierKind = "mastodon"
    static let bluesky: SupplierKind = "bluesky"
}

extension SampleTimeline {
    /// The kinds of source that only the sample has, and the sample itself.
    public static let kinds: [SourceKind] = [
        SourceKind(
            id: .mastodon, name: "mastodon", glyph: SourceKind.Glyph("⬢", ascii: "M"), colorRole: "kind-mastodon"),
        SourceKind(
            id: .bluesky, name: "bluesky", otherNames: ["bsky"], glyph: SourceKind.Glyph("❖", ascii: "B"),
            colorRole: "kind-bluesky"),
        SourceKind(
            id: "sample", name: "sample", glyph: SourceKind.Glyph("▪", ascii: "-"), colorRole: "kind-other"),
    ]
}
