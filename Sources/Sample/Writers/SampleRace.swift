/// A race whose order can be computed for any moment: every car's gap to the leader drifts slowly as a pure function
/// of the time. Laps are not simulated; the order only has to be reproducible.
struct SampleRace: Sendable {
    struct Position: Sendable {
        let car: RaceTexts.Car
        /// Tenths of a second behind the leader.
        let gap: Int
    }

    let seed: UInt64

    /// Returns the field after `seconds` of racing, the leader first.
    func order(after seconds: Int64) -> [Position] {
        let cars = RaceTexts.bundled.cars
            .map { (car: $0, gap: value("car \($0.number)", below: 900, step: 1500, after: seconds)) }
            .sorted { $0.gap < $1.gap }
        let leader = cars.first?.gap ?? 0
        return cars.map { Position(car: $0.car, gap: $0.gap - leader) }
    }

    /// Returns the temperatures of track and air in degrees and the wind in km/h; they change slowly.
    func weather(after seconds: Int64) -> (track: Int, air: Int, wind: Int) {
        let air = 18 + value("air", below: 50, step: 5400, after: seconds) / 10
        return (
            track: air + 7 + value("track", below: 80, step: 3600, after: seconds) / 10, air: air,
            wind: 8 + value("wind", below: 240, step: 2400, after: seconds) / 10
        )
    }

    /// Returns a number from 0 up to `limit` that is chosen anew every `step` seconds and interpolated linearly.
    private func value(_ name: String, below limit: Int, step: Int64, after seconds: Int64) -> Int {
        let elapsed = max(0, seconds)
        func chosen(_ number: Int64) -> Int {
            var random = SeededRandom(seed: seed, stream: name, index: Int(number))
            return random.below(limit)
        }
        let (from, to) = (chosen(elapsed / step), chosen(elapsed / step + 1))
        return from + (to - from) * Int(elapsed % step) / Int(step)
    }
}
