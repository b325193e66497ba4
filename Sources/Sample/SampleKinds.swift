public import EngineConcepts

extension SupplierKind {
    static let bluesky: SupplierKind = "bluesky"
}

extension SampleTimeline {
    /// The kinds of source that only the sample has, and the sample itself.
    public static let kinds: [SourceKind] = [
        SourceKind(
            id: .bluesky, name: "bluesky", otherNames: ["bsky"], glyph: SourceKind.Glyph("❖", ascii: "B"),
            colorRole: "kind-bluesky"),
        SourceKind(
            id: "sample", name: "sample", glyph: SourceKind.Glyph("▪", ascii: "-"), colorRole: "kind-other"),
    ]
}
