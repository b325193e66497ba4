import CCurl

/// The work of one loop's thread. Used only there.
final class CurlThread {
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
            active[ObjectIdentifier(shared)]?.resume()
        case .write(let shared, let bytes):
            active[ObjectIdentifier(shared)]?.write(bytes)
        case .abandon(let shared):
            active[ObjectIdentifier(shared)]?.abandon()
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

    /// Removes a transfer and passes its end to its reader.
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
