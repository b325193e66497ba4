import Dispatch
import FoundationBasics
import Synchronization

/// Below this count, one core is done before another would have started.
private let parallelThreshold = 64

/// Transforms `values` on all cores, in their order: at a start, decoding the states of a thousand suppliers takes as long
/// as everything else. Blocks until all are done; throws the first error.
func blockingParallelMap<Value: Sendable, Answer: Sendable>(
    _ values: [Value], _ transform: @Sendable (ArraySlice<Value>) throws -> [Answer]
) throws -> [Answer] {
    guard values.count >= parallelThreshold else { return try transform(values[...]) }
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

/// Transforms `values` on all cores in parts, in their order. Blocks no thread: for work outside of transactions.
@concurrent func parallelMap<Value: Sendable, Answer: Sendable>(
    _ values: [Value], _ transform: @escaping @Sendable (ArraySlice<Value>) -> [Answer]
) async -> [Answer] {
    let size = 128
    guard values.count > size else { return transform(values[...]) }
    return await withTaskGroup(of: (Int, [Answer]).self) { group in
        for start in stride(from: 0, to: values.count, by: size) {
            group.addTask { (start, transform(values[start..<min(start + size, values.count)])) }
        }
        var parts: [(Int, [Answer])] = []
        for await part in group { parts.append(part) }
        return parts.sorted { $0.0 < $1.0 }.flatMap(\.1)
    }
}
