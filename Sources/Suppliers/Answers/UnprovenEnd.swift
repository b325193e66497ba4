import EngineConcepts

/// An end of a source that may be a failure of the site, such as an empty page behind a full one.
struct UnprovenEnd: Hashable, Codable, Sendable {
    /// The time of the first walk that ended so, in seconds.
    var since: Int64
    /// The edge below which those walks were to find items, in seconds.
    var below: Int64
    /// The number of those walks. Of several in a short time, which may have met the same failure, one counts.
    var count: Int64
    /// The time of the last one that counted, in seconds, or `nil` if none has.
    var last: Int64?

    /// The period for which an end without proof is assumed to be a failure of the site.
    static let tolerance = Duration.seconds(86_400)

    /// The shortest time between walks that did not meet the same failure.
    fileprivate static let failureDuration = Duration.seconds(3600)

    /// The number of ends without proof that are not failures by chance.
    fileprivate static let minimumCount: Int64 = 3
}

extension UnprovenEnd {
    /// The end in four numbers, for memories that are text.
    var numbers: [Int64] { [since, below, count, last ?? since] }

    /// Creates an end of its ``numbers``. Returns `nil` if they are not four.
    init?(numbers: [Int64]) {
        guard numbers.count == 4 else { return nil }
        self.init(since: numbers[0], below: numbers[1], count: numbers[2], last: numbers[3])
    }
}

extension UnprovenEnd? {
    /// Records an end without proof. Returns true, and forgets it, if several walks have ended so over this period, so that
    /// nothing can be expected below `edge`.
    mutating func accept(
        below edge: Timestamp, at now: Timestamp, after period: Duration = UnprovenEnd.tolerance
    ) -> Bool {
        var end = UnprovenEnd(since: now.seconds, below: edge.seconds, count: 0)
        if let known = self, known.below == edge.seconds { end = known }
        if !hasCounted(below: edge, at: now) {
            end.count = end.count.adding(saturating: 1)
            end.last = now.seconds
        }
        self = end
        guard end.count >= UnprovenEnd.minimumCount, now.since(Timestamp(seconds: end.since)) >= period else {
            return false
        }
        forget(below: edge)
        return true
    }

    /// Returns true if a walk that ended at `edge` has counted so shortly before that another one would not.
    func hasCounted(below edge: Timestamp, at now: Timestamp) -> Bool {
        guard let known = self, known.below == edge.seconds, let last = known.last else { return false }
        // A time ahead is from a clock that has been set back since.
        let pause = now.since(Timestamp(seconds: last))
        return pause >= .zero && pause < UnprovenEnd.failureDuration
    }

    /// Records that the walk continues below `bottom` instead of `edge`, although it has not passed an end without proof.
    mutating func move(from edge: Timestamp, to bottom: Timestamp) {
        if self?.below == edge.seconds { self?.below = bottom.seconds }
    }

    /// Forgets an end without proof if a walk to items below `edge` has passed it.
    mutating func forget(below edge: Timestamp) {
        if let known = self, edge.seconds <= known.below { self = nil }
    }
}
