/// A shuffled order that repeats, so that an element recurs as late as possible.
struct Deck: Sendable {
    private let order: [Int]

    /// Shuffles the numbers below `count`.
    init(count: Int, seed: UInt64, name: String) {
        var order = Array(0..<count)
        var dice = SeededRandom(seed: seed, stream: name, index: -1)
        for last in stride(from: count - 1, to: 0, by: -1) {
            order.swapAt(last, dice.below(last + 1))
        }
        self.order = order
    }

    /// Returns the number at `index`, which must not be negative.
    func card(at index: Int) -> Int {
        order[index % order.count]
    }
}
