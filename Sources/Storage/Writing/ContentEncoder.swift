import Dispatch
import EngineConcepts
import FoundationBasics
import Synchronization

/// Encodes the new tickets of a commit in the order in which they are written. Those of a large commit are encoded on the
/// other cores while the transaction writes the ones before them.
///
/// The transaction does not wait for a free core: it encodes itself what no task has begun.
final class ContentEncoder: Sendable {
    private enum Part {
        case waiting
        case running
        case done([EncodedContent])

        var isWaiting: Bool { if case .waiting = self { true } else { false } }
    }

    private struct State {
        var parts: [Part]
        /// The first part that may be waiting.
        var next = 0
        /// The part that the transaction waits for.
        var awaited: Int?
        var isStopped = false
    }

    /// The indices of the entries, oldest first, so that row IDs ascend and the file grows at its end.
    let order: [Int]
    /// The number of parts of ``order``.
    let partCount: Int
    let entries: [TrackCommit.Entry]
    private let state: Mutex<State>
    /// Signalled when ``State/awaited`` is done.
    private let awaitedIsDone = DispatchSemaphore(value: 0)

    /// The number of tickets of a part.
    static let partSize = 128
    /// Below this number of tickets, other cores do not help.
    private static let threshold = 512

    init(_ entries: [TrackCommit.Entry]) {
        let times = entries.map(\.ticket.key.time)
        order = times.indices.sorted { times[$0] < times[$1] }
        self.entries = entries
        partCount = (entries.count + Self.partSize - 1) / Self.partSize
        state = Mutex(State(parts: Array(repeating: .waiting, count: partCount)))
    }

    /// Encodes parts until none is left or ``stop()`` is called: all parts of a small commit, and those of a large one
    /// beside its transaction.
    @concurrent func run() async {
        let cores = ProcessInfo.processInfo.activeProcessorCount
        await withDiscardingTaskGroup { group in
            for _ in 0..<max(1, cores - 1) {
                group.addTask { while let part = self.begin() { self.encode(part) } }
            }
        }
    }

    /// True if other cores help.
    var isLarge: Bool { entries.count >= Self.threshold }

    /// Ends ``run()`` after the parts that are being encoded.
    func stop() {
        state.withLock { $0.isStopped = true }
    }

    /// Returns the content of the tickets in a part of ``order``. Waits if they are being encoded.
    func part(_ part: Int) -> [EncodedContent] {
        while true {
            switch claim(part) {
            case .done(let contents): return contents
            case .waiting: return contents(of: part)
            case .running: awaitedIsDone.wait()
            }
        }
    }

    /// Returns the state of a part that the transaction needs now. A waiting one is left to the caller.
    private func claim(_ part: Int) -> Part {
        state.withLock { state in
            let found = state.parts[part]
            switch found {
            case .waiting: state.parts[part] = .running
            case .running: state.awaited = part
            // The transaction frees the memory when the part is written.
            case .done: state.parts[part] = .done([])
            }
            return found
        }
    }

    private func begin() -> Int? {
        state.withLock { state in
            guard !state.isStopped, let part = state.parts[state.next...].firstIndex(where: \.isWaiting) else {
                return nil
            }
            state.parts[part] = .running
            state.next = part + 1
            return part
        }
    }

    private func encode(_ part: Int) {
        let contents = contents(of: part)
        let isAwaited = state.withLock { state in
            state.parts[part] = .done(contents)
            guard state.awaited == part else { return false }
            state.awaited = nil
            return true
        }
        if isAwaited { awaitedIsDone.signal() }
    }

    private func contents(of part: Int) -> [EncodedContent] {
        let start = part * Self.partSize
        let indices = order[start..<min(start + Self.partSize, order.count)]
        // The entries are read in place: a copy of one copies whatever it consists of.
        return entries.withUnsafeBufferPointer { entries in indices.map { EncodedContent(entries[$0].ticket) } }
    }
}
