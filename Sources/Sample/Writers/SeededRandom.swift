import EngineConcepts

/// Deterministic random numbers, derived from a seed and a purpose by SplitMix64.
/// <https://doi.org/10.1145/2714064.2660195>
struct SeededRandom: Sendable {
    private var state: UInt64

    /// Creates the random numbers for one item of one stream.
    init(seed: UInt64, stream: String, index: Int) {
        state = StableHash.fnv1a(stream.utf8, seed: seed) &+ UInt64(bitPattern: Int64(index)) &* 0xd1b5_4a32_d192_ed03
        _ = next()
    }

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
        return mixed ^ (mixed >> 31)
    }

    /// Returns a number from 0 up to, but not including, `limit`, which must be positive.
    mutating func below(_ limit: Int) -> Int {
        Int(next() % UInt64(limit))
    }

    mutating func number(in range: ClosedRange<Int>) -> Int {
        range.lowerBound + below(range.count)
    }

    mutating func oneIn(_ count: Int) -> Bool {
        below(count) == 0
    }

    /// Returns one of `choices`, which must not be empty.
    mutating func pick<Choice>(_ choices: [Choice]) -> Choice {
        choices[below(choices.count)]
    }
}

/// A shuffled order that repeats, so that an element recurs as late as possible.
struct ShuffledOrder: Sendable {
    private let order: [Int]

    /// Shuffles the numbers below `count`.
    init(count: Int, seed: UInt64, name: String) {
        var order = Array(0..<count)
        var random = SeededRandom(seed: seed, stream: name, index: -1)
        for last in stride(from: count - 1, to: 0, by: -1) {
            order.swapAt(last, random.below(last + 1))
        }
        self.order = order
    }

    /// Returns the number at `index`, which must not be negative.
    func element(at index: Int) -> Int { order[index % order.count] }
}
