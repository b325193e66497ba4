internal import Dispatch
internal import Synchronization

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// Encodes and decodes many values on all cores: the ledgers of a thousand sources take as long as all else at a start.
enum AllCores {
    /// Below this, one core is done before another would have begun.
    private static let fewest = 64

    /// What `transform` makes of each of `values`, in their order. Waits for all of them; throws what the first that failed threw.
    static func map<Value: Sendable, Answer: Sendable>(
        _ values: [Value], _ transform: @Sendable (ArraySlice<Value>) throws -> [Answer]
    ) throws -> [Answer] {
        guard values.count >= fewest else { return try transform(values[...]) }
        let count = ProcessInfo.processInfo.activeProcessorCount
        let size = (values.count + count - 1) / count
        let parts = Mutex<[Int: Result<[Answer], any Error>]>([:])
        DispatchQueue.concurrentPerform(iterations: count) { part in
            let range = min(part * size, values.count)..<min((part + 1) * size, values.count)
            let answers = Result { try transform(values[range]) }
            parts.withLock { $0[part] = answers }
        }
        return try parts.withLock { parts in try parts.sorted { $0.key < $1.key }.flatMap { try $0.value.get() } }
    }
}
