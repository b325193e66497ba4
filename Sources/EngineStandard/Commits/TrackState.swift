import EngineConcepts

/// A record with its gaps, which are computed once.
struct TrackState: Sendable {
    let record: TrackRecord
    let gaps: [Gap]
}

extension TrackState {
    init(_ record: TrackRecord) { self.init(record: record, gaps: record.gaps) }
}
