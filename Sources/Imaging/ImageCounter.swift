import Synchronization

/// Counts the pictures that are sent to the terminal, within a range of numbers.
final class ImageCounter: Sendable {
    private let last = Atomic<UInt32>(0)

    func next(in numbers: ClosedRange<UInt32>) -> UInt32 {
        let count = last.wrappingAdd(1, ordering: .relaxed).newValue
        return numbers.lowerBound + count % UInt32(numbers.count)
    }
}
