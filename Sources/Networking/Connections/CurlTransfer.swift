import CCurl
import Synchronization

/// A request that is being sent and its response, between the task that reads it and the loop's thread.
final class CurlTransfer: Sendable {
    /// Bytes of the body that wait for their reader before the transfer is paused.
    static let highWater = 512 * 1024

    private struct State {
        /// The lines of the head, once it is complete.
        var head: [UInt8]?
        /// Bytes of the body that the reader has not taken yet.
        var body: [UInt8] = []
        /// Set when nothing more will arrive.
        var end: Result<Void, CurlFailure>?
        /// The host's certificate, if the request was an inspection.
        var certificate: CertificateInspection.Finding?
        /// True while the loop waits until the reader takes bytes.
        var isPaused = false
        /// True when nobody will read the rest of the body.
        var isAbandoned = false
        var waiter: CheckedContinuation<Void, Never>?
    }

    let request: CurlRequest
    private let loop: CurlLoop
    private let state = Mutex(State())

    /// Starts `request` on `loop`.
    init(_ request: CurlRequest, on loop: CurlLoop) {
        self.request = request
        self.loop = loop
        loop.send(.start(self))
    }

    // MARK: The reader's side

    /// Waits for the head of the response and returns its lines.
    func head() async throws(CurlFailure) -> [UInt8] {
        let head = await next { state -> Result<[UInt8], CurlFailure>? in
            if let head = state.head { return .success(head) }
            return switch state.end {
            case .failure(let failure)?: .failure(failure)
            case .success?: .failure(CurlFailure(reason: .library(fiber_failure_broken)))
            case nil: nil
            }
        }
        return try head.get()
    }

    /// Waits for more of the body. Returns `nil` at its end.
    func bytes() async throws(CurlFailure) -> [UInt8]? {
        let (bytes, wasPaused) = await next { state -> (Result<[UInt8]?, CurlFailure>, Bool)? in
            if !state.body.isEmpty {
                let bytes = state.body
                let wasPaused = state.isPaused
                (state.body, state.isPaused) = ([], false)
                return (.success(bytes), wasPaused)
            }
            return state.end.map { ($0.map { nil }, false) }
        }
        if wasPaused { loop.send(.resume(self)) }
        return try bytes.get()
    }

    /// Waits for the end and returns what the host said of its certificate.
    func certificate() async -> CertificateInspection.Finding? {
        await next { state in state.end == nil ? nil : .some(state.certificate) }
    }

    /// Sends bytes in the protocol to which the connection has changed. Does nothing after the end.
    func write(_ bytes: [UInt8]) {
        if !isEnded { loop.send(.write(self, bytes)) }
    }

    /// Gives up the rest of the response. If it is short, the connection can be used again.
    func abandon() {
        let isEnded = state.withLock { state in
            (state.body, state.isAbandoned) = ([], true)
            return state.end != nil
        }
        if !isEnded { loop.send(.abandon(self)) }
    }

    /// Removes the transfer at once.
    private func cancel() {
        guard end(.failure(.cancelled)) else { return }
        loop.send(.remove(self))
        wake()
    }

    /// Waits until `take` returns something. The task's cancellation ends the transfer, and so the wait.
    private func next<Found: Sendable>(_ take: @Sendable (inout State) -> Found?) async -> Found {
        await withTaskCancellationHandler {
            while true {
                if let found = state.withLock({ take(&$0) }) { return found }
                await withCheckedContinuation { continuation in
                    let isReady = state.withLock { state in
                        // Something may have arrived in the meantime.
                        var copy = state
                        guard take(&copy) == nil else { return true }
                        state.waiter = continuation
                        return false
                    }
                    if isReady { continuation.resume() }
                }
            }
        } onCancel: {
            cancel()
        }
    }

    // MARK: The loop's side

    var isEnded: Bool { state.withLock { $0.end != nil } }

    func take(head: [UInt8]) {
        state.withLock { $0.head = head }
    }

    /// Stores bytes of the body. Returns ``fiber_wait`` if the reader is too slow.
    func take(body bytes: UnsafeBufferPointer<UInt8>) -> fiber_verdict {
        state.withLock { state in
            guard state.end == nil else { return fiber_stop }
            guard !state.isAbandoned else { return fiber_taken }
            guard state.body.count < Self.highWater else {
                state.isPaused = true
                return fiber_wait
            }
            state.body += bytes
            return fiber_taken
        }
    }

    /// Stores what the host said of its certificate.
    func take(certificate: CertificateInspection.Finding?) {
        state.withLock { $0.certificate = certificate }
    }

    /// Stores the end. Returns false if the transfer has ended before.
    @discardableResult
    func end(_ end: Result<Void, CurlFailure>) -> Bool {
        state.withLock { state in
            guard state.end == nil else { return false }
            state.end = end
            return true
        }
    }

    func wake() {
        let waiter = state.withLock { $0.waiter.take() }
        waiter?.resume()
    }
}
