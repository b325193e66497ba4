/// A k-way merge of sorted runs with one comparison per level and element. The tree stores the loser of each match,
/// so that only the winner's path is replayed: at most `n·⌈log2 k⌉` comparisons for `n` elements in `k` runs.
///
/// Knuth, The Art of Computer Programming, volume 3, 5.4.1.
package struct LoserTree {
    /// The number of comparisons so far.
    package private(set) var comparisons = 0
    /// The index of the next element of each run; equal to the run's count at its end.
    private var positions: [Int]
    private let counts: [Int]
    /// The loser of each match; slot 0 holds the overall winner.
    private var slots: [Int]

    /// Prepares the merge of runs with these numbers of elements.
    ///
    /// - Parameter precedes: Returns true if the element at the first position comes before the one at the second.
    package init(counts: [Int], precedes: (_ lhs: Position, _ rhs: Position) -> Bool) {
        self.counts = counts
        positions = Array(repeating: 0, count: counts.count)
        slots = Array(repeating: 0, count: max(counts.count, 1))
        guard counts.count > 1 else { return }
        let width = counts.count
        var winners = Array(repeating: 0, count: 2 * width)
        for run in 0..<width { winners[width + run] = run }
        for match in stride(from: width - 1, to: 0, by: -1) {
            let (winner, loser) = play(winners[2 * match], winners[2 * match + 1], precedes)
            winners[match] = winner
            slots[match] = loser
        }
        slots[0] = winners[1]
    }

    /// The position of an element.
    package struct Position {
        package let run: Int
        package let index: Int
    }

    /// Returns the first of the remaining elements, or `nil` at the end.
    package mutating func next(precedes: (_ lhs: Position, _ rhs: Position) -> Bool) -> Position? {
        guard !counts.isEmpty else { return nil }
        var winner = slots[0]
        guard positions[winner] < counts[winner] else { return nil }
        let position = Position(run: winner, index: positions[winner])
        positions[winner] += 1
        var match = (counts.count + winner) / 2
        while match > 0 {
            let (better, worse) = play(winner, slots[match], precedes)
            slots[match] = worse
            winner = better
            match /= 2
        }
        slots[0] = winner
        return position
    }

    private mutating func play(
        _ lhs: Int, _ rhs: Int, _ precedes: (_ lhs: Position, _ rhs: Position) -> Bool
    ) -> (winner: Int, loser: Int) {
        guard positions[lhs] < counts[lhs] else { return (rhs, lhs) }
        guard positions[rhs] < counts[rhs] else { return (lhs, rhs) }
        comparisons += 1
        let left = Position(run: lhs, index: positions[lhs])
        let right = Position(run: rhs, index: positions[rhs])
        return precedes(left, right) ? (lhs, rhs) : (rhs, lhs)
    }
}
