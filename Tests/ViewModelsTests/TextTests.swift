import EngineConcepts
import EngineTestSupport
import Localization
import Testing
import ViewModelTestSupport

@testable import ViewModels

@Suite("Texts")
struct TextTests {
    private let texts = TimeTexts(zone: FixedZone(secondsAhead: 3600), localizer: .english)

    @Test(
        "Ages take at most nine columns, or six on narrow screens",
        arguments: [
            (-180_000, "22 Nov", "22 Nov"), (-86_400, "21 Nov", "21 Nov"), (-86_399, "in 23h", "in 23h"),
            (-500, "in 8m", "in 8m"), (-59, "now", "now"), (59, "now", "now"), (60, "1m", "1m"), (3599, "59m", "59m"),
            (3600, "1h", "1h"),
            (86_399, "23h", "23h"), (86_400, "Thu 12:54", "19 Nov"), (6 * 86_400 - 1, "Sat 12:54", "14 Nov"),
            (6 * 86_400, "14 Nov", "14 Nov"), (365 * 86_400 - 1, "20 Nov", "20 Nov"),
            (365 * 86_400, "20 Nov 25", "Nov'25"), (40 * 365 * 86_400, "30 Nov 86", "Nov'86"),
            (200 * 365 * 86_400, "1827", "1827"),
        ])
    func age(seconds: Int, text: String, brief: String) {
        let now = Fixture.now
        #expect(texts.age(of: now.advanced(by: .seconds(-seconds)), at: now) == text)
        #expect(texts.briefAge(of: now.advanced(by: .seconds(-seconds)), at: now) == brief)
        #expect(text.count <= 9 && brief.count <= 6)
    }

    @Test("Exact times show only what differs from now, in local time, and without room less of it")
    func exact() {
        let now = Fixture.now
        #expect(texts.briefExact(now.advanced(by: .seconds(-3600)), at: now) == "11:54")
        #expect(texts.briefExact(now.advanced(by: .seconds(-86_400)), at: now) == "19 Nov")
        #expect(texts.briefExact(now.advanced(by: .seconds(-365 * 86_400)), at: now) == "Nov'25")
        #expect(texts.exact(now.advanced(by: .seconds(-3600)), at: now) == "11:54")
        #expect(texts.exact(now.advanced(by: .seconds(-86_400)), at: now) == "19 Nov 12:54")
        #expect(texts.exact(now.advanced(by: .seconds(-365 * 86_400)), at: now) == "20 Nov 2025")
        #expect(texts.full(now) == "Fri 20 Nov 2026, 12:54")
    }

    @Test("The start of a period says seconds only on its day, and the year only of another year")
    func start() {
        let now = Fixture.now
        let starts = [3600, 86_400, 7 * 86_400, 9 * 365 * 86_400]
            .map { texts.start(now.advanced(by: .seconds(-$0)), at: now) }
        #expect(starts == ["11:54:00", "Thu 12:54", "13 Nov", "22 Nov 2017"])
    }

    @Test("A period names its day once, and the seconds if it lies within one minute")
    func spans() {
        let now = Fixture.now
        func span(_ oldest: Int, _ newest: Int) -> String {
            texts.span(from: now.advanced(by: .seconds(oldest)), to: now.advanced(by: .seconds(newest)), at: now)
        }
        #expect(span(-3600, 0) == "11:54–12:54")
        #expect(span(5, 17) == "12:54:05–12:54:17")
        #expect(span(-86_400, -86_397) == "Thu 19 Nov, 12:54:00–12:54:03")
    }

    @Test(
        "The reading time does not depend on the script, and is left out for short texts",
        arguments: ["words ", "слово ", "λόγια ", "كلمات ", "日本"])
    func readingTime(word: String) {
        #expect(StyledText(plain: String(repeating: word, count: 100)).readingMinutes == nil)
        #expect(StyledText(plain: String(repeating: word, count: 660)).readingMinutes == 3)
    }

    @Test(
        "Durations have two units",
        arguments: [(5, "5 s"), (90, "1 min"), (11_520, "3 h 12 min"), (7200, "2 h"), (532_800, "6 d 4 h")])
    func duration(seconds: Int, text: String) {
        #expect(texts.duration(.seconds(seconds)) == text)
    }

    @Test("Every key has a text, and every placeholder has a value")
    func localizer() {
        #expect(MessageKey.allCases.filter { !Localizer.english.has($0.rawValue) } == [])
        let localizer = Localizer.english
        #expect(localizer(.refreshBrought, .number(1)) == "1 new item")
        #expect(localizer(.refreshBrought, .number(2)) == "2 new items")
        #expect(localizer(.sourcesAttention, .text("32"), .number(2)) == "32, of which 2 need attention")
    }

    @Test("Braces in a value are not replaced again")
    func hostileValue() {
        #expect(Localizer.english(.causeFailed, "{0} {1|a|b}") == "{0} {1|a|b}")
    }

    @Test("An excerpt joins blocks, keeps entities at their words, and is cut at a word")
    func excerpt() throws {
        let text = StyledText(blocks: [
            .init(kind: .heading(level: 2), text: "Läge"),
            .init(kind: .preformatted, text: "code"),
            .init(text: "Two words", entities: [.init(.strong, 4..<9)]),
        ])
        let block = try #require(Excerpt.of(text).blocks.first)
        #expect(block.text == "Läge Two words")
        let range = try #require(block.entities.first?.range)
        #expect(String(decoding: Array(block.text.utf8)[range], as: UTF8.self) == "words")
        #expect(Excerpt.of(text, limit: 12).blocks.first?.text == "Läge Two…")
        #expect(Excerpt.of(StyledText(plain: String(repeating: "é", count: 900)), limit: 101).plainText.count == 51)
        #expect(Excerpt.of(StyledText()).isEmpty)
        let formula = StyledText(blocks: [.init(text: "E = mc2", entities: [.init(.superscript, 6..<7)])])
        #expect(Excerpt.of(formula).plainText == "E = mc²")
        let lines = StyledText(blocks: [StyledText.Block(kind: .preformatted, text: "a line\nand another")])
        #expect(Excerpt.of(lines).blocks == [StyledText.Block(text: "a line and another")])
    }

    @Test(
        "An excerpt that reaches its limit between two blocks ends in an ellipsis, without the next separator or marker"
    )
    func excerptBetweenBlocks() {
        let text = StyledText(blocks: [
            .init(text: "One two"), .init(kind: .listItem(depth: 1, marker: "•"), text: "three"), .init(text: "four"),
        ])
        for limit in 7...12 { #expect(Excerpt.of(text, limit: limit).plainText == "One two…", "\(limit)") }
        #expect(Excerpt.of(text, limit: 17).plainText == "One two • three…")
        #expect(Excerpt.of(text, limit: 100).plainText == "One two • three four")
    }

    @Test("Descriptions of pictures are not part of an excerpt")
    func picturesInExcerpts() throws {
        let text = StyledText(blocks: [
            StyledText.Block(text: "image", entities: [.init(.image, 0..<5, target: "u")]),
            StyledText.Block(
                text: "a chart Läge and more",
                entities: [.init(.image, 0..<7, target: "u"), .init(.strong, 8..<13), .init(.link, 14..<17)]),
        ])
        let block = try #require(Excerpt.of(text).blocks.first)
        #expect(block.text == "Läge and more")
        #expect(block.entities == [.init(.strong, 0..<5), .init(.link, 6..<9)])
    }

    @Test("Links are numbered in reading order without duplicates, and entities stay at their words")
    func numbering() throws {
        let text = StyledText(blocks: [
            .init(
                text: "See here and there, here.",
                entities: [
                    .init(.emphasis, 0..<25), .init(.link, 4..<8, target: "https://a.example"),
                    .init(.link, 13..<18, target: "https://b.example"),
                    .init(.link, 20..<24, target: "https://a.example"),
                ])
        ])
        let (numbered, links, _) = LinkNumbering.number(text)
        #expect(numbered.plainText == "See here[1] and there[2], here[1].")
        #expect(links.map(\.url) == ["https://a.example", "https://b.example"])
        #expect(links.map(\.text) == ["here", "there"])
        let bytes = Array(numbered.plainText.utf8)
        let words = numbered.blocks[0].entities.map { String(decoding: bytes[$0.range], as: UTF8.self) }
        #expect(words == ["See here[1] and there[2], here[1].", "here", "[1]", "there", "[2]", "here", "[1]"])
    }

    @Test("Counts are shortened, and links lose redundant parts")
    func shortening() {
        #expect(
            [0, 999, 1000, 2140, 34_000, 34_567, 1_200_000].map { RowBuilder.count($0, in: .english) } == [
                "0", "999", "1k", "2.1k", "34k", "34k", "1.2M",
            ])
    }

    @Test(
        "Only addresses of readable places are passed to the browser",
        arguments: [
            ("https://example.org", true), ("HTTP://example.org", true), ("gemini://a.example", true),
            ("javascript:alert(1)", false), ("file:///etc/passwd", false), ("https:example.org", false),
            ("--help", false), ("https://a.example/\nrm", false), ("https://a.example/ b", false), ("", false),
        ])
    func linkPolicy(url: String, allowed: Bool) {
        #expect(LinkPolicy.allows(url) == allowed)
    }

    @Test("A text loses a heading at its start that repeats the title, unless it is a link")
    func repeatedTitle() {
        func texts(_ first: StyledText.Block, _ more: String...) -> [String] {
            let blocks = [first] + more.map { StyledText.Block(text: $0) }
            return RowBuilder.body(of: Presentation(title: "Lap 1", body: StyledText(blocks: blocks))).blocks
                .map(\.text)
        }
        #expect(texts(.init(kind: .heading(level: 1), text: " Lap 1"), "Words") == ["Words"])
        #expect(texts(.init(kind: .heading(level: 1), text: "Lap 2"), "Words") == ["Lap 2", "Words"])
        let link = StyledText.Entity(.link, 0..<5, target: "https://a.example")
        #expect(texts(.init(kind: .heading(level: 1), text: "Lap 1", entities: [link]), "Words") == ["Lap 1", "Words"])
        #expect(texts(.init(text: "Lap 1"), "Words") == ["Lap 1", "Words"])
        #expect(texts(.init(text: "Lap 1")) == [])
    }

    @Test("A gap shows its size, its sources, its cause and the possible actions")
    func gapRows() throws {
        let builder = RowBuilder(texts: texts)
        let context = RowBuilder.Context(
            now: Fixture.now,
            suppliers: [
                "feed:a": SupplierStatus(
                    id: "feed:a", name: "Kerb Notes", kind: "feed", condition: .healthy, lastSuccess: nil,
                    covered: TimeframeSet(), floor: nil)
            ])
        let plain = builder.row(for: try gap(192, 0), in: context)
        #expect(plain.size == "3 h 12 min not loaded")
        #expect(plain.suppliers == "Kerb Notes")
        #expect(plain.cause == nil)
        #expect(plain.activity == .idle(offer: "fill"))
        let mixed = builder.row(
            for: try gap(
                192, 0,
                missing: [
                    .init(supplier: "feed:a", cause: .failed("It answered 503.")),
                    .init(supplier: "feed:b", cause: .rateLimited(until: Fixture.now)),
                ]), in: context)
        #expect(mixed.cause == "Kerb Notes: It answered 503; feed:b: rate limited until 12:54")
        #expect(mixed.activity == .idle(offer: "try again"))
        let gone = builder.row(
            for: try gap(192, 0, missing: [.init(supplier: "feed:a", cause: .agedOut())]), in: context)
        #expect(gone.activity == .unfillable("not available"))
        let partial = builder.row(for: try gap(192, 0, kind: .partial), in: context)
        #expect(partial.size == "Kerb Notes not loaded Thu 19 Nov, 12:54–16:06" && partial.briefSizes.isEmpty)
        let absent = ["feed:a"] + (1...35).map { SupplierID("feed:\($0)") }
        let many = builder.row(
            for: try gap(192, 0, kind: .partial, missing: absent.map { .init(supplier: $0, cause: .notAsked) }),
            in: context)
        #expect(many.size == "Kerb Notes, feed:1 and 34 more not loaded Thu 19 Nov, 12:54–16:06")
        #expect(
            many.briefSizes == [
                "Kerb Notes and 35 more not loaded Thu 19 Nov, 12:54–16:06",
                "36 sources not loaded Thu 19 Nov, 12:54–16:06",
            ])
        let endless = Gap(
            timeframe: try #require(.everythingBefore(Fixture.now)), kind: .full,
            missing: (1...5).map { .init(supplier: SupplierID("feed:\($0)"), cause: .notAsked) })
        #expect(builder.row(for: endless, in: context).size == "Everything before 12:54 is not loaded")
        #expect(builder.row(for: endless, in: context).suppliers == "feed:1, feed:2 and 3 more")
    }
}
