import EngineConcepts

/// A race whose order can be computed for any moment: every car's gap to the leader drifts slowly as a pure function
/// of the time. Laps are not simulated; the order only has to be reproducible.
struct SampleRace: Sendable {
    /// The position of a car.
    struct Position: Sendable {
        let entry: Entries.Entry
        /// Tenths of a second behind the leader.
        let gap: Int
    }

    let seed: UInt64

    private static let drift: Int64 = 1500

    /// Returns the field after `seconds` of racing, the leader first.
    func order(after seconds: Int64) -> [Position] {
        let behind = Entries.all.map { entry in (entry, distance(of: entry, after: seconds)) }.sorted { $0.1 < $1.1 }
        let leader = behind.first?.1 ?? 0
        return behind.map { Position(entry: $0.0, gap: $0.1 - leader) }
    }

    /// Returns the temperatures of track and air in degrees and the wind in km/h; they change slowly.
    func weather(after seconds: Int64) -> (track: Int, air: Int, wind: Int) {
        let air = 18 + drifting(name: "air", step: 5400, range: 50, at: seconds) / 10
        return (
            track: air + 7 + drifting(name: "track", step: 3600, range: 80, at: seconds) / 10, air: air,
            wind: 8 + drifting(name: "wind", step: 2400, range: 240, at: seconds) / 10
        )
    }

    private func distance(of entry: Entries.Entry, after seconds: Int64) -> Int {
        drifting(name: "car \(entry.number)", step: Self.drift, range: 900, at: seconds)
    }

    /// Returns a number from 0 up to `range` that is chosen anew every `step` seconds and interpolated linearly.
    private func drifting(name: String, step: Int64, range: Int, at seconds: Int64) -> Int {
        let place = max(0, seconds)
        func stop(_ number: Int64) -> Int {
            var dice = SeededRandom(seed: seed, stream: name, index: Int(number))
            return dice.below(range)
        }
        let (from, to) = (stop(place / step), stop(place / step + 1))
        return from + (to - from) * Int(place % step) / Int(step)
    }
}
