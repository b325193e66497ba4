import EngineConcepts
import Testing

@Suite("Kinds of source")
struct SourceKindTests {
    @Test(
        "An address is of the kind with its prefix, whatever the case of its letters",
        arguments: [
            ("file:notes.xml", true), ("File:notes.xml", true), ("FILE:", true), ("https://kerb.example", true),
            ("file", false), ("files:notes.xml", false), ("", false), ("f\u{130}le:notes.xml", false),
        ])
    func addresses(address: String, isOfKind: Bool) {
        let kind = SourceKind(
            id: "file", name: "file", glyph: SourceKind.Glyph("≋", ascii: "="), colorRole: "kind-feed",
            addressPrefixes: ["file:", "https:"])
        #expect(kind.includes(address) == isOfKind)
    }
}
