import EngineConcepts
import Testing

@Suite("Names that tell sources apart")
struct DistinctNamesTests {
    @Test("Only sources with the same name get their location in brackets: the shortest that none of them shares")
    func namesakes() {
        let places: [SupplierID: [String]] = [
            "a": ["a.example", "a.example/feed"], "b": ["b.example", "b.example/1"], "c": ["b.example", "b.example/2"],
        ]
        let names = DistinctNames.of(["a": "Blog", "b": "Blog", "c": "Blog", "d": "Other", "e": "Blog"]) {
            places[$0] ?? []
        }
        #expect(
            names == [
                "a": "Blog (a.example)", "b": "Blog (b.example/1)", "c": "Blog (b.example/2)", "d": "Other",
                "e": "Blog",
            ])
    }
}
