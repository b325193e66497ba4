public import EngineConcepts

extension SampleTimeline {
    /// The kind of the sample itself.
    public static let kinds: [SourceKind] = [
        SourceKind(
            id: "sample", name: "sample", glyph: SourceKind.Glyph("▪", ascii: "-"), colorRole: "kind-other")
    ]
}
