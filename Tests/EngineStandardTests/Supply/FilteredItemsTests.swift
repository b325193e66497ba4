import EngineConcepts
import Testing

@testable import EngineStandard

@Suite("Counts of what sources filter out")
struct FilteredItemsTests {
    private func items(_ ids: [String?], _ rule: String = "Spoilers") -> [SupplierID: [FilteredAtSource]] {
        ["a": ids.map { FilteredAtSource(item: $0, rule: rule) }]
    }

    @Test("An item counts once for a rule, also after a restart, and items without identity each time")
    func counts() throws {
        var filtered = FilteredItems()
        #expect(!filtered.isChanged)
        filtered.add(items(["1", "2", "1", nil, nil]))
        filtered.add(items(["1"], "Gossip"))
        #expect(filtered.counts == ["a": ["Spoilers": 4, "Gossip": 1]])
        #expect(filtered.isChanged)
        let text = try filtered.stored()
        #expect(text == #"{"a":{"Gossip":{"count":1,"ids":["1"]},"Spoilers":{"count":4,"ids":["1","2"]}}}"#)
        #expect(!filtered.isChanged)
        filtered.add(items(["2"]))
        #expect(!filtered.isChanged)

        var restored = FilteredItems()
        restored.add(items(["2", "3"]))
        restored.restore(text)
        restored.add(items(["1", "4"]))
        #expect(restored.counts == ["a": ["Spoilers": 6, "Gossip": 1]])
    }

    @Test("Text of another kind is ignored, and only the newest items of a rule are stored")
    func limits() throws {
        var filtered = FilteredItems()
        for text in ["", "[]", "{\"a\": 1}"] { filtered.restore(text) }
        #expect(filtered.counts.isEmpty)
        filtered.add(items((0..<3_000).map(String.init)))
        let text = try filtered.stored()
        #expect(text.utf8.count < 10_000)
        var restored = FilteredItems()
        restored.restore(text)
        restored.add(items(["2999", "3000"]))
        #expect(restored.counts == ["a": ["Spoilers": 3_001]])
    }
}
