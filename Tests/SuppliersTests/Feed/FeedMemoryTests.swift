import EngineConcepts
import FeedParsing
import Foundation
import TestSupport
import Testing

@testable import Suppliers

@Suite("The memory of a feed as text")
struct FeedMemoryTests {
    /// Returns a random memory; `isUsual` leaves out the parts that few feeds have.
    private func memory(_ random: inout SeededGenerator, isUsual: Bool) -> FeedMemory {
        func maybe<Value>(_ value: Value) -> Value? { Bool.random(using: &random) ? value : nil }
        func number() -> Int64 { [0, -1, .min, .max, 1_795_635_309].randomElement(using: &random) ?? 0 }
        func text() -> String {
            let pieces = ["", "a", "\"", "\\", "/", "W/", "é", "漢", "{\"due\":1}"] + (isUsual ? [] : ["\n", "\u{7f}"])
            return (0..<4).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
        }
        var memory = FeedMemory()
        memory.address = maybe("https://feed.example/\(text())")
        memory.origin = maybe("https://feed.example/\(text())")
        memory.entityTag = maybe(text())
        memory.lastModified = maybe("Wed, 25 Nov 2026 14:09:33 GMT")
        memory.digest = maybe(number())
        memory.total = maybe(number())
        memory.lost = maybe(number())
        memory.lastItem = maybe(number())
        memory.itemAboveLast = maybe(number())
        memory.due = maybe(number())
        memory.brokenSince = maybe(number())
        memory.unordered = maybe(number())
        if Bool.random(using: &random) {
            var pace = FeedPace(changed: nil)
            pace.newest = maybe(number())
            pace.gap = maybe(number())
            pace.lifetime = maybe(number())
            pace.quietHours = maybe(number())
            pace.quietDays = maybe(number())
            memory.pace = pace
        }
        guard !isUsual else { return memory }
        memory.numbering = .works
        memory.foot = maybe(PageNumbering.Foot(edge: number(), item: number(), former: maybe(number())))
        memory.unprovenEnd = maybe(
            UnprovenEnd(since: number(), below: number(), count: number(), last: maybe(number())))
        memory.strays = maybe([number(), number()])
        memory.ahead = maybe(FeedMemory.AheadReading(next: maybe(number()), time: number()))
        memory.archives = maybe([
            FeedMemory.Archive(address: text(), oldest: number(), previous: maybe(text()), items: maybe(number()))
        ])
        return memory
    }

    @Test("A text gives its memory back, as a decoder does", arguments: [UInt64(1), 2], [true, false])
    func roundTrip(seed: UInt64, isUsual: Bool) throws {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<500 {
            let memory = memory(&random, isUsual: isUsual)
            guard let text = memory.text else { continue }
            #expect(FeedMemory(text) == memory, "\(text)")
            #expect((FeedMemory(usual: text) != nil) == isUsual, "\(text)")
            #expect(try JSONDecoder().decode(FeedMemory.self, from: Data(text.utf8)) == memory, "\(text)")
        }
    }

    @Test("A damaged text gives an empty memory")
    func damage() {
        let text = #"{"entityTag":"\"one\"","due":5,"pace":{"newest":7}}"#
        for end in 1..<text.utf8.count {
            #expect(FeedMemory(String(decoding: text.utf8.prefix(end), as: UTF8.self)) == FeedMemory())
        }
        #expect(FeedMemory(text).pace?.newest == 7)
    }

    @Test("A damaged token of a page is no location, or one whose numbers can be computed with")
    func damagedToken() throws {
        #expect(FeedPageLocation(Token("numbered 9223372036854775807@1@1")) == nil)
        #expect(FeedPageLocation(Token("numbered -1@1@1")) == nil)
        var place = try #require(FeedPageLocation(Token("numbered 3@9223372036854775807@-9223372036854775808")))
        let document = try FeedParser.parse(Array(#"{"version":"jsonfeed.org","items":[{"id":"1"}]}"#.utf8))
        let window = FeedWindow(document, pageNumber: place.number, walkStart: Timestamp(seconds: place.walkStart))
        #expect(window.items.count == 1 && place.mayHaveMoved(by: .endOfTime) == false)
        for followsUnreadItems in [false, true] {
            place.followsUnreadItems = followsUnreadItems
            #expect(FeedPageLocation(place.token) == place)
        }
    }
}
