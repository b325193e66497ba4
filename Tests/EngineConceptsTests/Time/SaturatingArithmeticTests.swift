import EngineConcepts
import Testing

@Suite("Numbers from outside")
struct SaturatingArithmeticTests {
    @Test("Arithmetic stops at the bounds of the type")
    func bounds() {
        #expect(Int64.max.adding(saturating: 1) == .max && Int64.min.adding(saturating: -1) == .min)
        #expect(Int64.min.subtracting(saturating: 1) == .min && Int64.max.subtracting(saturating: -1) == .max)
        #expect(Int64(0).subtracting(saturating: .min) == .max && Int64(-1).subtracting(saturating: .min) == .max)
        #expect(UInt8(3).subtracting(saturating: 5) == 0 && UInt8(250).adding(saturating: 10) == .max)
        #expect(Int64(6).adding(saturating: 7) == 13)
        #expect(Int64.max.multiplying(saturating: 2) == .max && Int64.min.multiplying(saturating: -1) == .max)
        #expect(Int64.max.multiplying(saturating: -2) == .min && UInt8(20).multiplying(saturating: 20) == .max)
        #expect(Int64(6).multiplying(saturating: -7) == -42)
    }

    @Test("Times and the spans between them saturate")
    func times() {
        let extremes = [Int64.min + 1, Int64.max - 1].map(Timestamp.init(milliseconds:))
        #expect(extremes[1].since(extremes[0]) == .milliseconds(Int64.max))
        #expect(extremes[0].since(extremes[1]) == .milliseconds(Int64.min))
        #expect(Timestamp(milliseconds: -5).advanced(by: .seconds(Int64.max)) == .endOfTime)
        #expect(Timestamp(milliseconds: 5).advanced(by: .seconds(Int64.min)) == .beginningOfTime)
        for time in extremes {
            for step in [
                Duration.seconds(Int64.max), .seconds(Int64.min), .milliseconds(Int64.max) + .nanoseconds(999_999_999),
            ] {
                _ = time.advanced(by: step).ceiledToSecond
            }
            #expect(Timestamp.dates.contains(time.clampedToDates))
            _ = time.rfc3339
        }
        #expect(Timestamp.dates.lowerBound.rfc3339 == "0000-01-02T00:00:00Z")
        #expect(Timestamp.dates.upperBound.rfc3339 == "9999-12-31T00:00:00Z")
    }

    @Test("An answer's times are clamped to dates, and others are left alone")
    func answers() {
        let wrong = Timestamp(milliseconds: .min + 5)
        let right = Timestamp(seconds: 1_800_000_000)
        var body = TicketBody(title: "A")
        body.quoted = EmbeddedTicket(id: "q", time: wrong)
        var answer = FetchAnswer(items: [
            SourceItem(id: "1", orderTime: wrong, shownTime: .endOfTime, editTime: wrong, body: body),
            SourceItem(id: "2", orderTime: right, body: TicketBody(title: "B")),
        ])
        answer.items.clampTimes()
        #expect(answer.items[0].orderTime == Timestamp.dates.lowerBound)
        #expect(answer.items[0].shownTime == Timestamp.dates.upperBound)
        #expect(answer.items[0].editTime == Timestamp.dates.lowerBound)
        #expect(answer.items[0].body.quoted?.time == Timestamp.dates.lowerBound)
        #expect(answer.items[1].orderTime == right && answer.items[1].shownTime == nil)
    }
}
