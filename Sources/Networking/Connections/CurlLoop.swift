import CCurl
import Synchronization

/// A thread that moves the bytes of all transfers. It starts with the first transfer or before, ends when there has been none
/// for a while, and does nothing else: reading and decompressing responses is up to the tasks that asked for them.
final class CurlLoop: Sendable {
    enum Command: Sendable {
        case start(CurlTransfer)
        case resume(CurlTransfer)
        /// Send bytes in the protocol to which the connection has changed.
        case write(CurlTransfer, [UInt8])
        /// Let a transfer end soon; its reader has left.
        case abandon(CurlTransfer)
        case remove(CurlTransfer)
    }

    private struct State {
        var isRunning = false
        var isClosed = false
        var commands: [Command] = []
        var closing: [CheckedContinuation<Void, Never>] = []
    }

    /// Ends the waits of the thread. Lives as long as the loop, so the thread is woken outside of the lock, which it takes
    /// next.
    private final class Waker: @unchecked Sendable {
        let pointer: OpaquePointer

        init?() {
            guard let pointer = fiber_waker_new() else { return nil }
            self.pointer = pointer
        }

        deinit {
            fiber_waker_free(pointer)
        }
    }

    /// The maximum number of open connections.
    private let connections: Int
    /// The time without transfers after which the thread ends and its connections are closed.
    let idleTime: Duration
    private let state = Mutex(State())
    /// `nil` if the process can have no more files. Then every transfer fails.
    private let waker = Waker()

    /// Creates a loop whose thread keeps so many open connections, and ends after `idleTime` without transfers.
    init(connections: Int, idleTime: Duration = .seconds(60)) {
        self.connections = connections
        self.idleTime = idleTime
    }

    func send(_ command: Command) {
        enum Step {
            case refuse(CurlFailure)
            case start, wake, none
        }
        let step: Step = state.withLock { state in
            guard waker != nil else { return .refuse(CurlFailure(reason: .library(fiber_failure_size))) }
            guard !state.isClosed else { return .refuse(.cancelled) }
            // The thread takes all commands at once, so it has been woken if there are some already.
            let isFirst = state.commands.isEmpty
            state.commands.append(command)
            guard state.isRunning else {
                state.isRunning = true
                return .start
            }
            return isFirst ? .wake : .none
        }
        switch step {
        case .refuse(let failure):
            if case .start(let transfer) = command { transfer.end(.failure(failure)) }
        case .start: startThread()
        case .wake: wakeThread()
        case .none: break
        }
    }

    /// Starts the thread unless it runs.
    func start() {
        let isStarted = state.withLock { state in
            guard waker != nil, !state.isClosed, !state.isRunning else { return false }
            state.isRunning = true
            return true
        }
        if isStarted { startThread() }
    }

    private func startThread() {
        let context = Unmanaged.passRetained(self)
        if fiber_thread_start({ CurlLoop.takeRetained($0).run() }, context.toOpaque()) { return }
        context.release()
        endThread(because: CurlFailure(reason: .library(fiber_failure_size)))
    }

    private func wakeThread() {
        if let waker { fiber_waker_wake(waker.pointer) }
    }

    /// Ends all transfers. Later ones fail.
    func close() {
        state.withLock { $0.isClosed = true }
        wakeThread()
    }

    /// Ends all transfers and waits until all connections are closed.
    func shutdown() async {
        close()
        await withCheckedContinuation { continuation in
            let isDone = state.withLock { state in
                if state.isRunning { state.closing.append(continuation) }
                return !state.isRunning
            }
            if isDone { continuation.resume() }
        }
    }

    // MARK: On the thread

    /// Returns the commands since the last call, or `nil` if the thread must end.
    func takeCommands() -> [Command]? {
        state.withLock { state in
            guard !state.isClosed else { return nil }
            let commands = state.commands
            state.commands = []
            return commands
        }
    }

    private static func takeRetained(_ context: UnsafeMutableRawPointer?) -> CurlLoop {
        guard let context else { preconditionFailure("a thread without its loop") }
        return Unmanaged<CurlLoop>.fromOpaque(context).takeRetainedValue()
    }

    private func run() {
        while let waker, let stack = fiber_stack_new(connections) {
            let thread = CurlThread(self, stack: stack, waker: waker.pointer)
            thread.run()
            thread.removeAll()
            fiber_stack_free(stack)
            if endThread(because: nil) { return }
        }
        var failure = CurlFailure(reason: .library(fiber_failure_size))
        if let reason = fiber_library_failure() {
            failure.text = "libcurl 7.85 or newer cannot be loaded: \(String(cString: reason))"
        }
        endThread(because: failure)
    }

    /// Marks the thread as ended. Transfers that have not started fail with `failure`; without one, returns false if
    /// there are any, unless the loop is closed.
    @discardableResult
    private func endThread(because failure: CurlFailure?) -> Bool {
        let left: (commands: [Command], closing: [CheckedContinuation<Void, Never>])? = state.withLock { state in
            guard failure != nil || state.isClosed || state.commands.isEmpty else { return nil }
            defer { (state.isRunning, state.commands, state.closing) = (false, [], []) }
            return (state.commands, state.closing)
        }
        guard let left else { return false }
        for case .start(let transfer) in left.commands {
            transfer.end(.failure(failure ?? .cancelled))
            transfer.wake()
        }
        for continuation in left.closing { continuation.resume() }
        return true
    }
}
