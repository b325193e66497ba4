import NIOCore
import NIOHTTP1
import TestSupport

/// The state shared by the connections of a server: scenarios, gates and requests.
final class ScenarioState: Sendable {
    private struct State {
        var scenarios: [String: [Scenario]]
        var services: [(prefix: String, answer: @Sendable (ServedRequest) -> Scenario)] = []
        var requests: [ServedRequest] = []
        var openGates: Set<String> = []
        var isOpen = false
        var waiting: [(gate: String, promise: EventLoopPromise<Void>)] = []
        /// The connections that are sent what is pushed, by name.
        var live: [String: [any Channel]] = [:]
    }

    private let state: WaitableState<State>

    init(_ scenarios: [String: [Scenario]]) {
        state = WaitableState(State(scenarios: scenarios))
    }

    var requests: [ServedRequest] { state.withLock { $0.requests } }

    func script(_ path: String, _ scenarios: [Scenario]) {
        state.withLock { $0.scenarios[path] = scenarios }
    }

    func serve(_ prefix: String, _ answer: @escaping @Sendable (ServedRequest) -> Scenario) {
        state.withLock { $0.services.append((prefix, answer)) }
    }

    func open(_ gate: String) {
        let released = state.withLock { state in
            state.openGates.insert(gate)
            let released = state.waiting.filter { $0.gate == gate }.map(\.promise)
            state.waiting.removeAll { $0.gate == gate }
            return released
        }
        for promise in released { promise.succeed() }
    }

    func openAll() {
        let released = state.withLock { state in
            state.isOpen = true
            let released = state.waiting.map(\.promise)
            state.waiting = []
            return released
        }
        for promise in released { promise.succeed() }
    }

    /// Returns a future that completes when the gate is open.
    func gate(_ name: String, on loop: any EventLoop) -> EventLoopFuture<Void> {
        let promise = loop.makePromise(of: Void.self)
        let isOpen = state.withLock { state in
            if state.isOpen || state.openGates.contains(name) { return true }
            state.waiting.append((name, promise))
            return false
        }
        if isOpen { promise.succeed() }
        return promise.futureResult
    }

    // MARK: Live connections

    /// Sends a connection what is pushed under `name` from now on.
    func join(_ name: String, _ channel: any Channel) {
        state.withLock { $0.live[name, default: []].append(channel) }
        channel.closeFuture.whenComplete { [weak self] _ in
            self?.state.withLock { $0.live[name]?.removeAll { $0 === channel } }
        }
    }

    /// Sends bytes to the connections under `name`. Returns their number.
    func push(_ bytes: [UInt8], to name: String) -> Int {
        let channels = state.withLock { $0.live[name] ?? [] }
        for channel in channels {
            let buffer = channel.allocator.buffer(bytes: bytes)
            channel.writeAndFlush(HTTPServerResponsePart.body(.byteBuffer(buffer)), promise: nil)
        }
        return channels.count
    }

    /// Closes the connections under `name`.
    func hangUp(_ name: String) {
        let channels = state.withLock { $0.live.removeValue(forKey: name) ?? [] }
        for channel in channels { channel.close(promise: nil) }
    }

    /// Waits until there are this many connections under `name`.
    func waitForConnections(_ count: Int, to name: String) async {
        await state.wait { $0.live[name]?.count ?? 0 >= count }
    }

    /// Records a request and returns its scenario and number.
    func scenario(for request: ServedRequest) -> (Scenario, Int) {
        let path = request.path
        return state.withLock { state in
            var scenario = Scenario(status: 404)
            if var script = state.scenarios[path], let first = script.first {
                scenario = first
                if script.count > 1 {
                    script.removeFirst()
                    state.scenarios[path] = script
                }
            } else if let service = state.services.first(where: { path.hasPrefix($0.prefix) }) {
                scenario = service.answer(request)
            }
            state.requests.append(request)
            return (scenario, state.requests.count - 1)
        }
    }

    func record(_ number: Int, status: Int) {
        state.withLock { $0.requests[number].status = status }
    }

    func record(_ number: Int, bodyBytes: Int) {
        state.withLock { $0.requests[number].bodyBytes += bodyBytes }
    }

    func waitForRequests(_ count: Int) async {
        await state.wait { $0.requests.count >= count }
    }
}
