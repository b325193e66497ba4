import Synchronization

/// Gives each picture that is sent to the terminal a number, round and round.
final class ImageCounter: Sendable {
    private let last = Atomic<UInt32>(0)

    func next(in numbers: ClosedRange<UInt32>) -> UInt32 {
        let count = last.wrappingAdd(1, ordering: .relaxed).newValue
        return numbers.lowerBound + count % UInt32(numbers.count)
    }
}
