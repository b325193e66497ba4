import EngineTestSupport
import Synchronization
public import ViewModels

/// Pictures that a test makes: at once, or when it says so.
public nonisolated final class FakePictures: PictureLoading {
    private struct Waiter {
        let request: PictureRequest
        let continuation: CheckedContinuation<Result<Picture, PictureFailure>, Never>
    }

    private struct State {
        var requests: [PictureRequest] = []
        var cancelled: [String] = []
        /// What is not held any more.
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

    /// Answers with what `make` makes; where it holds, only when ``answer(_:)`` says so.
    public init(holds: Bool = false, _ make: @escaping @Sendable (PictureRequest) -> Result<Picture, PictureFailure>) {
        state = Mutex(State(holds: holds))
        self.make = make
    }

    /// What was asked for so far.
    public var requests: [PictureRequest] { state.withLock(\.requests) }
    /// The addresses of what nobody wanted any more before it was answered.
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

    /// Answers everything that is held for `address`, and at once what is asked for it from now on: a request may be counted
    /// and not be held yet.
    public func answer(_ address: String) {
        let ready = state.withLock { state in
            state.answered.insert(address)
            let ready = state.waiters.filter { $0.value.request.address == address }
            for number in ready.keys { state.waiters[number] = nil }
            return Array(ready.values)
        }
        for waiter in ready { waiter.continuation.resume(returning: make(waiter.request)) }
    }

    /// Returns when so many were asked for, and so many cancelled.
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
