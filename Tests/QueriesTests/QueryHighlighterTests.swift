import Queries
import Testing

@Suite("Highlighting of query matches")
struct QueryHighlighterTests {
    @Test(
        "Words, phrases and expressions are highlighted at their positions",
        arguments: [
            ("ferrari", "Ferrari and FÉRRARI’s car", ["Ferrari", "FÉRRARI"]),
            ("\"safety car\"", "A safety-car, a car", ["safety-car"]),
            ("stew*", "Stewards’ decision", ["Stewards"]),
            ("race", "Races and racing, raced", ["Races", "racing", "raced"]),
            ("\"race\"", "Races and race", ["race"]),
            ("/lap \\d+/", "Lap 1, lap 23", ["Lap 1", "lap 23"]),
            ("car -race", "The race car", ["car"]),
            ("-(race -car)", "The race car", ["car"]),
            ("title:car text:race", "The race car", ["car"]),
            ("東京", "今日東京で", ["東京"]),
            ("rai* OR \"räikkönen wins\"", "Räikkönen wins", ["Räikkönen wins"]),
            ("is:unread", "The race car", []),
            ("*", "The race car", []),
        ])
    func marks(query: String, title: String, marked: [String]) throws {
        let highlighter = QueryHighlighter(try Query(parsing: query))
        let found = highlighter.ranges(in: title, of: .title, language: "en")
            .map { range in
                String(decoding: Array(title.utf8)[range], as: UTF8.self)
            }
        #expect(found == marked)
    }

    @Test("Of a text with endless matches, each of which is looked for in all of it, the first ones are highlighted")
    func endlessMatches() throws {
        let highlighter = QueryHighlighter(try Query(parsing: "/a.*z|a/"))
        #expect(highlighter.ranges(in: String(repeating: "a", count: 100_000), of: .text) == [0..<10_000])
    }
}
