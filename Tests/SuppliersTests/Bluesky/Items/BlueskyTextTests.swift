import EngineConcepts
import FeedParsing
import Foundation
import TestSupport
import Testing

@testable import Suppliers

@Suite("Texts with facets")
struct BlueskyTextTests {
    private func record(_ text: String, _ facets: [[String: Any]]) throws -> BlueskyRecord {
        let object: [String: Any] = [
            "$type": "app.bsky.feed.post", "text": text, "createdAt": "2026-11-20T11:54:00.000Z", "facets": facets,
        ]
        return try JSONDecoder()
            .decode(
                BlueskyRecord.self, fromForeign: Array(try JSONSerialization.data(withJSONObject: object)))
    }

    private func facet(_ start: Any, _ end: Any, _ feature: [String: String]) -> [String: Any] {
        ["index": ["byteStart": start, "byteEnd": end], "features": [feature]]
    }

    private func link(_ start: Any, _ end: Any, _ uri: String = "https://a.example/x") -> [String: Any] {
        facet(start, end, ["$type": "app.bsky.richtext.facet#link", "uri": uri])
    }

    private func styled(_ record: BlueskyRecord) -> StyledText {
        switch BlueskyText.text(of: record) {
        case .styled(let styled): styled
        case let text: PlainText.styled(text.source, marksEntities: false)
        }
    }

    /// The marked words of a text.
    private func words(_ text: StyledText) -> [String] {
        text.blocks.flatMap { block in
            block.entities.map { String(decoding: Array(block.text.utf8)[$0.range], as: UTF8.self) }
        }
    }

    @Test("Facets mark links, mentions and hashtags by bytes, in lines")
    func features() throws {
        let text = "Überholt: a.example\n@ann.example im #Regen"
        let record = try record(
            text,
            [
                link(11, 20),
                facet(21, 33, ["$type": "app.bsky.richtext.facet#mention", "did": "did:plc:ann"]),
                facet(37, 43, ["$type": "app.bsky.richtext.facet#tag", "tag": "Regen"]),
            ])
        let styled = styled(record)
        #expect(words(styled) == ["a.example", "@ann.example", "#Regen"])
        #expect(styled.blocks.map(\.text) == ["Überholt: a.example", "@ann.example im #Regen"])
        #expect(
            styled.blocks.flatMap(\.entities).map(\.target) == [
                "https://a.example/x", "https://bsky.app/profile/did:plc:ann", "https://bsky.app/hashtag/Regen",
            ])
        #expect(BlueskyItemConverter.tags(of: record) == ["Regen"])
    }

    @Test("Characters that cleaning removes do not move the marks")
    func cleaning() throws {
        let text = "  \u{202e}Go \u{7}to\r\n a.example!"
        let bytes = Array(text.utf8)
        let start = try #require(bytes.firstIndex(of: UInt8(ascii: "a")))
        let styled = styled(try record(text, [link(start, start + 9)]))
        #expect(words(styled) == ["a.example"])
        #expect(!styled.plainText.unicodeScalars.contains("\u{202e}"))
    }

    @Test("Marks that are not on characters, overlap or lie outside are left out")
    func hostileOffsets() throws {
        let text = "é👨‍👩‍👧 und ñ"
        for (start, end) in [
            (1, 4), (-1, 3), (3, 3), (5, 2), (0, 10_000), (Int.min, Int.max), (Int.max, Int.max), (2, 6), (0, 1),
        ] {
            let styled = styled(try record(text, [link(start, end)]))
            #expect(words(styled).isEmpty, "\(start) \(end)")
            #expect(styled.plainText == text)
        }
        let overlapping = styled(try record("one two three", [link(0, 7), link(4, 13), link(8, 13)]))
        #expect(words(overlapping) == ["one two", "three"])
        let scheme = styled(
            try record("one two three", [link(0, 3, "javascript:alert(1)"), link(4, 7, "file:///etc")]))
        #expect(words(scheme).isEmpty)
        let types = styled(try record("one two three", [link("x", [1]), link(1.5, 3), ["index": 7]]))
        #expect(types.plainText == "one two three")
    }

    @Test("Random texts and random marks never trap, and every mark is on characters")
    func randomOffsets() throws {
        let pieces = [
            "a", "é", "👩‍🚀", "\n", " ", "\u{301}", "\u{202e}", "\t", "漢", "\r\n", "#", "@x.example", "\u{200d}",
        ]
        for seed in 1...300 {
            var generator = SeededGenerator(seed: UInt64(seed))
            let text = (0..<Int.random(in: 0...20, using: &generator))
                .map { _ in pieces.randomElement(using: &generator) ?? "" }.joined()
            let facets = (0..<8)
                .map { _ in link(Int.random(in: -3...60, using: &generator), Int.random(in: -3...60, using: &generator))
                }
            let styled = styled(try record(text, facets))
            for block in styled.blocks {
                for entity in block.entities {
                    #expect(entity.range.upperBound <= block.text.utf8.count)
                    for place in [entity.range.lowerBound, entity.range.upperBound] {
                        let index = block.text.utf8.index(block.text.startIndex, offsetBy: place)
                        #expect(index.samePosition(in: block.text) != nil, "seed \(seed)")
                    }
                }
            }
        }
    }
}
