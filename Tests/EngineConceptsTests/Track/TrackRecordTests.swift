import EngineConcepts
import Testing

@Suite("The record of a Track")
struct TrackRecordTests {
    /// Returns the range between two times in seconds.
    private func range(_ start: Int64, _ end: Int64) throws -> Timeframe {
        try #require(Timeframe(from: Timestamp(seconds: start), downTo: Timestamp(seconds: end)))
    }

    @Test("A Track shows or withholds any time, and never both")
    func shownRanges() throws {
        let (newer, older) = (try range(9, 7), try range(5, 3))
        for visible in [TimeframeSet(), TimeframeSet(newer), TimeframeSet([older, newer])] {
            let record = TrackRecord(visibleRanges: visible)
            let (shown, withheld) = (record.shownRanges, record.withheldRanges)
            var all = shown
            all.formUnion(withheld)
            #expect(all == TimeframeSet(.always))
            for second in Int64(0)...10 {
                let time = Timestamp(seconds: second)
                #expect(shown.contains(time) == record.shows(time))
                #expect(withheld.contains(time) != record.shows(time))
            }
        }
    }
}
