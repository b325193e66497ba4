import EngineConcepts

/// A record with its gaps, which are computed once.
struct TrackState: Sendable {
    let record: TrackRecord
    let gaps: [Gap]

    init(_ record: TrackRecord) {
        self.init(record, gaps: record.gaps)
    }

    init(_ record: TrackRecord, gaps: [Gap]) {
        self.record = record
        self.gaps = gaps
    }
}
