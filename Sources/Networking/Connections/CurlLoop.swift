import CCurl
import Synchronization

/// A thread that moves the bytes of all transfers. It starts with the first transfer, ends when there has been none for
/// a while, and does nothing else: reading and decompressing responses is up to the tasks that asked for them.
final class CurlLoop: Sendable {
    /// The requests to the thread.
    enum Command: Sendable {
        case start(CurlTransfer)
        /// Continue a paused transfer.
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

    /// Ends the waits of the thread. It lasts as long as the loop, so that nobody holds the lock while the thread wakes up
    /// and wants it.
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
    fileprivate let idleTime: Duration
    private let state = Mutex(State())
    /// `nil` if the process can have no more files. Then every transfer fails.
    private let waker = Waker()

    /// Creates a loop whose thread keeps so many open connections, and ends after `idleTime` without transfers.
    init(connections: Int, idleTime: Duration = .seconds(60)) {
        self.connections = connections
        self.idleTime = idleTime
    }

    /// Passes `command` to the thread.
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
    fileprivate func takeCommands() -> [Command]? {
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

/// The work of one loop's thread. Used only there.
private final class CurlThread {
    private let loop: CurlLoop
    private let stack: OpaquePointer
    private let waker: OpaquePointer
    private var active: [ObjectIdentifier: ActiveTransfer] = [:]
    private var byPointer: [OpaquePointer: ActiveTransfer] = [:]
    private var lastUse = ContinuousClock.now

    init(_ loop: CurlLoop, stack: OpaquePointer, waker: OpaquePointer) {
        self.loop = loop
        self.stack = stack
        self.waker = waker
    }

    /// Works until the loop is closed or has been idle for a while.
    func run() {
        while let commands = loop.takeCommands() {
            for command in commands { perform(command) }
            fiber_stack_run(stack)
            for transfer in active.values { transfer.follow() }
            collectEnded()
            let now = ContinuousClock.now
            let nextDeadline = endOverdue(now)
            // Readers are woken last, so that they find a short response complete.
            for transfer in active.values where transfer.isChanged {
                transfer.isChanged = false
                transfer.shared.wake()
            }
            if !active.isEmpty || !commands.isEmpty { lastUse = now }
            guard now - lastUse < loop.idleTime else { return }
            let wait = min(nextDeadline.map { $0 - now } ?? loop.idleTime, loop.idleTime)
            fiber_stack_wait(stack, waker, Int32(clamping: wait.inMilliseconds))
        }
    }

    /// Ends all transfers.
    func removeAll() {
        for transfer in active.values { finish(transfer, .failure(.cancelled)) }
    }

    private func perform(_ command: CurlLoop.Command) {
        switch command {
        case .start(let shared):
            guard !shared.isEnded else { return }
            guard let transfer = ActiveTransfer(shared), fiber_transfer_start(transfer.pointer, stack) else {
                shared.end(.failure(CurlFailure(reason: .library(fiber_failure_size))))
                return shared.wake()
            }
            active[ObjectIdentifier(shared)] = transfer
            byPointer[transfer.pointer] = transfer
        case .resume(let shared):
            guard let transfer = active[ObjectIdentifier(shared)] else { return }
            transfer.resume()
        case .write(let shared, let bytes):
            active[ObjectIdentifier(shared)]?.write(bytes)
        case .abandon(let shared):
            guard let transfer = active[ObjectIdentifier(shared)] else { return }
            transfer.abandon()
        case .remove(let shared):
            if let transfer = active[ObjectIdentifier(shared)] { finish(transfer, .failure(.cancelled)) }
        }
    }

    private func collectEnded() {
        var failure = fiber_failure_none
        while let pointer = fiber_stack_next_ended(stack, &failure) {
            guard let transfer = byPointer[pointer] else { continue }
            guard failure != fiber_failure_none else {
                finish(transfer, .success(()))
                continue
            }
            var reason = CurlFailure.Reason.library(failure)
            if failure == fiber_failure_size, !transfer.hasHead { reason = .headTooLong }
            finish(
                transfer,
                .failure(
                    CurlFailure(
                        reason: transfer.stopReason ?? reason, text: String(cString: fiber_transfer_words(pointer)),
                        report: fiber_transfer_report(pointer))))
        }
    }

    /// Ends the transfers whose time is over. Returns the next deadline, or `nil` if there is none.
    private func endOverdue(_ now: ContinuousClock.Instant) -> ContinuousClock.Instant? {
        var next: ContinuousClock.Instant?
        for transfer in active.values {
            guard let (deadline, reason) = transfer.deadline else { continue }
            guard deadline <= now else {
                next = min(next ?? deadline, deadline)
                continue
            }
            finish(transfer, .failure(CurlFailure(reason: reason, report: fiber_transfer_report(transfer.pointer))))
        }
        return next
    }

    /// Removes a transfer and tells its reader how it ended.
    private func finish(_ transfer: ActiveTransfer, _ end: Result<Void, CurlFailure>) {
        active[ObjectIdentifier(transfer.shared)] = nil
        byPointer[transfer.pointer] = nil
        if transfer.shared.request.isInspection {
            transfer.shared.take(certificate: CertificateInspection.Finding(transfer.pointer))
        }
        transfer.close()
        transfer.shared.end(end)
        transfer.shared.wake()
    }
}

/// A transfer in libcurl's hands. Used only on the loop's thread.
private final class ActiveTransfer {
    private static let maximumHeadLength = 80 * 1024
    private static let maximumFieldCount = 256
    /// The bytes of an abandoned response that are read to keep its connection, and the time for that.
    private static let abandonedLength = 64 * 1024
    private static let abandonedTime = Duration.seconds(2)

    let shared: CurlTransfer
    private(set) var pointer: OpaquePointer
    /// True if the reader must be woken.
    var isChanged = false
    /// The reason why a handler has stopped the transfer, or `nil` if none has.
    private(set) var stopReason: CurlFailure.Reason?
    private(set) var hasHead = false
    /// The time of the last progress.
    private var lastData = ContinuousClock.now
    /// True while the transfer waits for its reader.
    private var isPaused = false
    private let start = ContinuousClock.now
    private var connectedAt: ContinuousClock.Instant?
    private var head: [UInt8] = []
    private var fieldCount = 0
    private var abandoned: ContinuousClock.Instant?
    private var abandonedLeft = ActiveTransfer.abandonedLength

    init?(_ shared: CurlTransfer) {
        self.shared = shared
        let handlers = fiber_handlers(
            // Set below, since it is this object.
            context: nil,
            line: { context, bytes, length in
                ActiveTransfer.at(context).take(line: UnsafeBufferPointer(start: bytes, count: length))
            },
            body: { context, bytes, length in
                ActiveTransfer.at(context).take(body: UnsafeBufferPointer(start: bytes, count: length))
            },
            connected: { context, report in ActiveTransfer.at(context).recordConnection(report) })
        guard let pointer = shared.request.makeTransfer(handlers) else { return nil }
        self.pointer = pointer
        fiber_transfer_set_context(pointer, Unmanaged.passUnretained(self).toOpaque())
    }

    /// Frees the transfer.
    func close() {
        fiber_transfer_free(pointer)
    }

    /// The time when the transfer must be ended, and the reason; `nil` while its reader is busy.
    var deadline: (ContinuousClock.Instant, CurlFailure.Reason)? {
        let request = shared.request
        if let abandoned { return (abandoned.advanced(by: Self.abandonedTime), .cancelled) }
        guard !hasHead else { return isPaused ? nil : (lastData.advanced(by: request.idle), .idle) }
        let whole = request.connect + request.firstByte
        let latest = start.advanced(by: whole)
        guard let end = connectedAt?.advanced(by: request.firstByte), end < latest else {
            return (latest, .noHead(within: whole))
        }
        return (end, .noHead(within: request.firstByte))
    }

    /// Continues a paused transfer.
    func resume() {
        (isPaused, lastData) = (false, .now)
        fiber_transfer_resume(pointer)
    }

    /// Sends bytes in the protocol to which the connection has changed. Without memory for them, they are not sent.
    func write(_ bytes: [UInt8]) {
        _ = fiber_transfer_send(pointer, bytes, bytes.count)
    }

    /// Reports how much of the body was sent, and notices that the server has closed the connection after a change of the
    /// protocol.
    func follow() {
        if let uploaded = shared.request.uploaded { uploaded(Int(fiber_transfer_sent(pointer))) }
        if hasHead, shared.request.changesProtocol { fiber_transfer_end_if_closed(pointer) }
    }

    /// Lets the response end if it is short.
    func abandon() {
        abandoned = .now
        resume()
    }

    private static func at(_ context: UnsafeMutableRawPointer?) -> ActiveTransfer {
        guard let context else { preconditionFailure("a handler without its transfer") }
        return Unmanaged<ActiveTransfer>.fromOpaque(context).takeUnretainedValue()
    }

    private func recordConnection(_ report: fiber_report) {
        connectedAt = .now
        shared.request.onConnect(report)
    }

    private func take(line: UnsafeBufferPointer<UInt8>) -> Bool {
        // Trailers come after the head.
        guard !hasHead else { return true }
        lastData = .now
        guard line.count > 2 || !line.allSatisfy({ $0 == 0x0d || $0 == 0x0a }) else {
            endHead()
            return true
        }
        fieldCount += 1
        guard head.count + line.count <= Self.maximumHeadLength, fieldCount <= Self.maximumFieldCount else {
            stopReason = .headTooLong
            return false
        }
        head += line
        return true
    }

    private func endHead() {
        defer { (head, fieldCount) = ([], 0) }
        // Answers such as 103 Early Hints come before the one that counts.
        guard ResponseHead.status(of: head).map({ $0 >= 200 || $0 == 101 }) ?? true else { return }
        hasHead = true
        isChanged = true
        shared.take(head: head)
    }

    private func take(body: UnsafeBufferPointer<UInt8>) -> fiber_verdict {
        lastData = .now
        if abandoned != nil {
            abandonedLeft -= body.count
            return abandonedLeft < 0 ? fiber_stop : fiber_taken
        }
        isChanged = true
        let verdict = shared.take(body: body)
        isPaused = verdict == fiber_wait
        return verdict
    }
}
