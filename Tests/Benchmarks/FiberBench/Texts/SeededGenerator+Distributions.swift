import Foundation
import TestSupport

extension SeededGenerator {
    /// Returns a number below `bound`.
    mutating func below(_ bound: Int) -> Int {
        Int(next() >> 33) % bound
    }

    /// Returns a number below `bound` with Zipf's distribution: `bound` to the power of a random fraction.
    mutating func skewed(_ bound: Int) -> Int {
        let share = Double(next() >> 11) / Double(1 << 53)
        return min(bound - 1, Int(exp(share * log(Double(bound)))) - 1)
    }
}
