import EngineConcepts

/// The times of a stream's items: an endless sequence computed from an item's index alone, so that every part of the
/// stream costs the same.
struct ArrivalSchedule: Sendable {
    /// A duration in a convenient unit.
    struct Length: Sendable {
        let milliseconds: Int64

        static let zero = Length(milliseconds: 0)
        static func seconds(_ count: Double) -> Length { Length(milliseconds: Int64(count * 1000)) }
        static func minutes(_ count: Double) -> Length { .seconds(count * 60) }
        static func hours(_ count: Double) -> Length { .minutes(count * 60) }
        static func days(_ count: Double) -> Length { .hours(count * 24) }
    }

    /// A period with one rate. It lasts until the next beat begins; the last one is unlimited.
    struct Beat: Sendable {
        /// How long before the sample's start it begins.
        var from: Length
        /// The interval between items, or `nil` for none.
        var every: Length?
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
    /// - Parameter beats: Oldest first; only the last one may be unlimited.
    /// - Parameter wholeSeconds: True if the source's times are whole seconds.
    init(_ beats: [Beat], now: Timestamp, seed: UInt64, name: String, wholeSeconds: Bool) {
        var phases: [Phase] = []
        var firstIndex = 0
        for (position, beat) in beats.enumerated() {
            guard let spacing = beat.every?.milliseconds else { continue }
            let next = position + 1 < beats.count ? beats[position + 1] : nil
            let count = next.map { Int((beat.from.milliseconds - $0.from.milliseconds) / spacing) }
            phases.append(
                Phase(
                    start: now.flooredToSecond.milliseconds - beat.from.milliseconds, spacing: spacing,
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
        let place = index - phase.firstIndex
        if let count = phase.count, place >= count { return nil }
        return moment(of: place, in: phase)
    }

    /// Returns the newest item that is not newer than `time`, or `nil` if all are newer.
    func newest(notAfter time: Timestamp) -> Int? {
        for phase in phases.reversed() where phase.start <= time.milliseconds {
            let slots = (time.milliseconds - phase.start) / phase.spacing
            var place = Int(slots) + 1
            if let count = phase.count { place = min(place, count - 1) }
            while place >= 0 {
                if moment(of: place, in: phase) <= time { return phase.firstIndex + place }
                place -= 1
            }
        }
        return nil
    }

    /// Returns the time within the item's slot, in its first four fifths. Sometimes two items have the same time.
    private func moment(of place: Int, in phase: Phase) -> Timestamp {
        var dice = SeededRandom(seed: seed, stream: name, index: phase.firstIndex + place)
        if place > 0, place.isMultiple(of: 2), dice.oneIn(7) {
            return moment(of: place - 1, in: phase)
        }
        let within = Int64(dice.below(800)) * phase.spacing / 1000
        let time = Timestamp(milliseconds: phase.start + Int64(place) * phase.spacing + within)
        return wholeSeconds ? time.flooredToSecond : time
    }
}
