import EngineTestSupport
import TestSupport
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
        var holds: Bool
    }

    private let state: WaitableState<State>
    private let make: @Sendable (PictureRequest) -> Result<Picture, PictureFailure>

    /// Makes pictures with `make`; if `holds` is true, only after ``answer(_:)``.
    public init(holds: Bool = false, _ make: @escaping @Sendable (PictureRequest) -> Result<Picture, PictureFailure>) {
        state = WaitableState(State(holds: holds))
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
    public func wait(requests: Int, cancellations: Int = 0) async {
        await state.wait { $0.requests.count >= requests && $0.cancelled.count >= cancellations }
    }
}
