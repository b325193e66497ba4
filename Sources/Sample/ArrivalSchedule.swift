import EngineConcepts

/// The times of a stream's items: an endless sequence computed from an item's index alone, so that every part of the
/// stream costs the same.
struct ArrivalSchedule: Sendable {
    /// A period with one rate. It lasts until the next one begins; the last one is unlimited.
    struct Period: Sendable {
        /// The time from its beginning to the sample's start.
        var from: Duration
        /// The interval between items, or `nil` for none.
        var every: Duration?
    }

    private struct Phase: Sendable {
        let start: Int64
        let spacing: Int64
        let firstIndex: Int
        /// The number of items, or `nil` if unlimited.
        let count: Int?
    }

    private let phases: [Phase]
    private let seed: UInt64
    private let name: String
    private let wholeSeconds: Bool

    /// Creates the schedule of the stream `name`.
    ///
    /// - Parameter periods: Oldest first; only the last one may be unlimited.
    /// - Parameter wholeSeconds: True if the source's times are whole seconds.
    init(_ periods: [Period], now: Timestamp, seed: UInt64, name: String, wholeSeconds: Bool) {
        var phases: [Phase] = []
        var firstIndex = 0
        for (position, period) in periods.enumerated() {
            guard let spacing = period.every?.milliseconds else { continue }
            let next = position + 1 < periods.count ? periods[position + 1] : nil
            let count = next.map { Int((period.from - $0.from).milliseconds / spacing) }
            phases.append(
                Phase(
                    start: now.flooredToSecond.milliseconds - period.from.milliseconds, spacing: spacing,
                    firstIndex: firstIndex,
                    count: count))
            firstIndex += count ?? 0
        }
        self.phases = phases
        self.seed = seed
        self.name = name
        self.wholeSeconds = wholeSeconds
    }

    /// Returns the time of the item at `index`, or `nil` if there is none. Times never decrease with the index.
    func time(at index: Int) -> Timestamp? {
        guard index >= 0, let phase = phases.last(where: { $0.firstIndex <= index }) else { return nil }
        let slot = index - phase.firstIndex
        if let count = phase.count, slot >= count { return nil }
        return moment(of: slot, in: phase)
    }

    /// Returns the newest item that is not newer than `time`, or `nil` if all are newer.
    func newest(notAfter time: Timestamp) -> Int? {
        for phase in phases.reversed() where phase.start <= time.milliseconds {
            var slot = Int((time.milliseconds - phase.start) / phase.spacing) + 1
            if let count = phase.count { slot = min(slot, count - 1) }
            while slot >= 0 {
                if moment(of: slot, in: phase) <= time { return phase.firstIndex + slot }
                slot -= 1
            }
        }
        return nil
    }

    /// Returns the time within the item's slot, in its first four fifths. Sometimes two items have the same time.
    private func moment(of slot: Int, in phase: Phase) -> Timestamp {
        var random = SeededRandom(seed: seed, stream: name, index: phase.firstIndex + slot)
        if slot > 0, slot.isMultiple(of: 2), random.oneIn(7) {
            return moment(of: slot - 1, in: phase)
        }
        let within = Int64(random.below(800)) * phase.spacing / 1000
        let time = Timestamp(milliseconds: phase.start + Int64(slot) * phase.spacing + within)
        return wholeSeconds ? time.flooredToSecond : time
    }
}
