import EngineConcepts
import EngineTestSupport
import Localization
import Testing
import ViewModelTestSupport

@testable import ViewModels

@Suite("Rows of the timeline")
struct RowBuilderTests {
    @Test("Counts are shortened, and links lose redundant parts")
    func shortening() {
        #expect(
            [0, 999, 1000, 2140, 34_000, 34_567, 1_200_000].map { Localizer.english.shortened($0) } == [
                "0", "999", "1k", "2.1k", "34k", "34k", "1.2M",
            ])
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

    @Test("A date far from the place of an item is a badge, and only an item without any date has none")
    func dateBadges() {
        let builder = RowBuilder(texts: TimeTexts(zone: FixedZone(), localizer: .english))
        func badges(ordered orderTime: Int64?, shown shownTime: Int64?) -> [String] {
            func time(_ hours: Int64?) -> Timestamp? { hours.map { Fixture.now.advanced(by: .seconds($0 * 3600)) } }
            let item = SourceItem(
                id: "1", orderTime: time(orderTime), shownTime: time(shownTime), body: TicketBody(title: "Lap 1"))
            let entry = TrackEntry(ticket: Ticket(item, of: "feed:a", seen: Fixture.now))
            return builder.row(for: entry, shownAs: Presentation(title: "Lap 1"), in: .init(now: Fixture.now)).badges
        }
        #expect(badges(ordered: nil, shown: nil) == ["no date"])
        #expect(badges(ordered: nil, shown: 3).isEmpty, "its time says that it is ahead")
        #expect(badges(ordered: 3, shown: nil).isEmpty)
        #expect(
            badges(ordered: 30, shown: nil) == [
                "dated \(builder.texts.exact(Fixture.now.advanced(by: .seconds(108_000)), at: Fixture.now))"
            ])
        #expect(badges(ordered: 0, shown: -40).isEmpty)
        #expect(badges(ordered: 0, shown: -50).count == 1)
    }

    @Test("A gap shows its size, its sources, its cause and the possible actions")
    func gapRows() throws {
        let builder = RowBuilder(texts: TimeTexts(zone: FixedZone(secondsAhead: 3600), localizer: .english))
        let context = RowBuilder.Context(
            now: Fixture.now,
            suppliers: [
                "feed:a": SupplierStatus(
                    id: "feed:a", name: "Kerb Notes", kind: "feed", requests: RequestHistory(.healthy))
            ])
        let plain = builder.row(for: try gap(192, 0), in: context)
        #expect(plain.size == "3 h 12 min not loaded")
        #expect(plain.sources == "Kerb Notes")
        #expect(plain.cause == nil)
        #expect(plain.activity == .idle(offer: "fill"))
        #expect(builder.row(for: try partialGap(192, 0), in: context).activity == .idle(offer: "fill"))
        let mixed = builder.row(
            for: try gap(
                192, 0,
                missing: [
                    .init(supplier: "feed:a", cause: .failed("It answered 503.")),
                    .init(supplier: "feed:b", cause: .rateLimited(until: Fixture.now)),
                ]), in: context)
        #expect(mixed.cause == "Kerb Notes: It answered 503; feed:b: rate limited until 12:54")
        #expect(mixed.activity == .idle(offer: "try again"))
        var ofOne = context
        ofOne.shownSuppliers = ["feed:b"]
        let only = builder.row(for: mixed.gap, in: ofOne)
        #expect(only.sources == "feed:b" && only.cause == "rate limited until 12:54" && only.gap == mixed.gap)
        ofOne.shownSuppliers = ["feed:c"]
        #expect(builder.row(for: mixed.gap, in: ofOne).sources == mixed.sources, "the gap withholds its items too")
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
        let withholding = builder.row(for: endless, withheld: 2, in: context)
        #expect(withholding.size == "Everything before 12:54 is not loaded, 2 stored items wait there")
        #expect(withholding.briefSizes == ["Everything before 12:54 is not loaded"])
        #expect(builder.row(for: endless, in: context).sources == "feed:1, feed:2 and 3 more")
    }

    @Test("Errors that differ only in the name, address or host of their source are one error of a gap")
    func sameError() throws {
        let builder = RowBuilder(texts: TimeTexts(zone: FixedZone(), localizer: .english))
        let context = RowBuilder.Context(now: Fixture.now)
        func cause(_ messages: [Message]) throws -> String? {
            let missing = messages.enumerated()
                .map { Gap.Missing(supplier: SupplierID("feed:\($0.offset)"), cause: .failed($0.element)) }
            return builder.row(for: try gap(192, 0, missing: missing), in: context).cause
        }
        let slow = (0..<30).map { Message.noAnswer(from: .text("Feed \($0)"), within: .seconds(30)) }
        #expect(try cause(slow) == "30 sources: each timed out: no answer within 30 seconds.")
        #expect(try cause(Array(slow.prefix(2))) == "each timed out: no answer within 30 seconds.")
        #expect(try cause(Array(slow.prefix(1))) == "timed out: no answer within 30 seconds.")
        let refused = Message("connectionRefused", ["host": "a.example"])
        let two = try cause(slow + [refused])
        let first = "feed:0, feed:1 and 28 more: each timed out: no answer within 30 seconds; feed:30"
        #expect(two?.hasPrefix(first) == true)
        let other = Message.noAnswer(from: "Feed 31", within: .seconds(5))
        #expect(try cause(slow + [refused, other]) == "3 different errors; Sources lists them")
        let closed = ["a", "b", "c", "d"].map { Message("certificateUntrusted", ["host": .text("\($0).example")]) }
        let sentence = try cause(closed)
        #expect(sentence?.hasPrefix("4 sources: The certificate of a.example and 3 more is not trusted") == true)
    }

    @Test("Rate limits with different ends are one cause of a gap, without an end")
    func rateLimits() throws {
        let builder = RowBuilder(texts: TimeTexts(zone: FixedZone(), localizer: .english))
        let missing = (0..<4)
            .map { number in
                Gap.Missing(
                    supplier: SupplierID("feed:\(number)"),
                    cause: .rateLimited(until: Fixture.now.advanced(by: .seconds(60 * number))))
            }
        let context = RowBuilder.Context(now: Fixture.now)
        func cause(_ missing: [Gap.Missing]) throws -> String? {
            builder.row(for: try gap(192, 0, missing: missing), in: context).cause
        }
        #expect(try cause(missing) == "4 sources: rate limited")
        #expect(try cause(Array(missing.prefix(2))) == "rate limited")
        #expect(try cause(Array(missing.prefix(1))) == "rate limited until 11:54")
    }
}
