import EngineTestSupport
import Synchronization
public import ViewModels

/// Pictures made by a test, at once or on demand.
public nonisolated final class FakePictures: PictureLoading {
    private struct Waiter {
        let request: PictureRequest
        let continuation: CheckedContinuation<Result<Picture, PictureFailure>, Never>
    }

    private struct State {
        var requests: [PictureRequest] = []
        var cancelled: [String] = []
        /// The addresses that are no longer held.
        var answered: Set<String> = []
        var waiters: [Int: Waiter] = [:]
        var watchers: [(asked: Int, cancelled: Int, continuation: CheckedContinuation<Void, Never>)] = []
        var holds: Bool

        mutating func takeWatchers() -> [CheckedContinuation<Void, Never>] {
            let ready = watchers.filter { $0.asked <= requests.count && $0.cancelled <= cancelled.count }
            watchers.removeAll { $0.asked <= requests.count && $0.cancelled <= cancelled.count }
            return ready.map(\.continuation)
        }
    }

    private let state: Mutex<State>
    private let make: @Sendable (PictureRequest) -> Result<Picture, PictureFailure>

    /// Makes pictures with `make`; if `holds` is true, only after ``answer(_:)``.
    public init(holds: Bool = false, _ make: @escaping @Sendable (PictureRequest) -> Result<Picture, PictureFailure>) {
        state = Mutex(State(holds: holds))
        self.make = make
    }

    /// The requests so far.
    public var requests: [PictureRequest] { state.withLock(\.requests) }
    /// The addresses of requests cancelled before they were answered.
    public var cancelled: [String] { state.withLock(\.cancelled) }

    public func picture(for request: PictureRequest) async throws(PictureFailure) -> Picture {
        let number = state.withLock { state in
            state.requests.append(request)
            return state.requests.count
        }
        tellWatchers()
        guard state.withLock({ $0.holds && !$0.answered.contains(request.address) }) else {
            return try make(request).get()
        }
        let result: Result<Picture, PictureFailure> = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let answer: Result<Picture, PictureFailure>? = state.withLock { state in
                    if Task.isCancelled { return .failure(PictureFailure("cancelled")) }
                    if state.answered.contains(request.address) { return make(request) }
                    state.waiters[number] = Waiter(request: request, continuation: continuation)
                    return nil
                }
                if let answer { continuation.resume(returning: answer) }
            }
        } onCancel: {
            let waiter = state.withLock { state in
                state.cancelled.append(request.address)
                return state.waiters.removeValue(forKey: number)
            }
            waiter?.continuation.resume(returning: .failure(PictureFailure("cancelled")))
            tellWatchers()
        }
        return try result.get()
    }

    /// Answers everything held for `address`, and later requests at once: a request may be counted before it is held.
    public func answer(_ address: String) {
        let ready = state.withLock { state in
            state.answered.insert(address)
            let ready = state.waiters.filter { $0.value.request.address == address }
            for number in ready.keys { state.waiters[number] = nil }
            return Array(ready.values)
        }
        for waiter in ready { waiter.continuation.resume(returning: make(waiter.request)) }
    }

    /// Returns after this many requests and cancellations.
    public func wait(asked: Int, cancelled: Int = 0) async {
        await withCheckedContinuation { continuation in
            state.withLock { $0.watchers.append((asked, cancelled, continuation)) }
            tellWatchers()
        }
    }

    private func tellWatchers() {
        let ready = state.withLock { $0.takeWatchers() }
        for watcher in ready { watcher.resume() }
    }
}
