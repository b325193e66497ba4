package import EngineConcepts
package import Storage

extension WriterLease {
    /// Acquires the lease. Waits for the lease holder up to `limit`, and reports that it does; then throws a
    /// ``CommandFailure``.
    package func acquire(within limit: Duration, time: any TimeSource, reportingTo reporter: any Reporter) async throws
    {
        let pause = Duration.milliseconds(100)
        var left = limit
        while try !acquire() {
            guard left > .zero else { throw CommandFailure(Message("storeInUse", ["program": .message(holderName)])) }
            if left == limit { reporter.inform(Message("waitingForStore", ["program": .message(holderName)])) }
            try await time.sleep(for: pause)
            left -= pause
        }
    }

    /// Does `work` with the lease, which is released again if it was not held before. Does nothing if another process is the
    /// lease holder, which does such work itself.
    package func holding(_ work: () async throws -> Void) async throws {
        let wasHeld = isHeld
        guard try acquire() else { return }
        defer { if !wasHeld { release() } }
        try await work()
    }

    /// The reason that this process may not fetch now, or `nil` if it may.
    package var obstacle: Message? { isHeld ? nil : Message("followsOther", ["program": .message(holderName)]) }

    private var holderName: Message {
        guard let holder else { return Message("otherFiber") }
        return Message(
            ProcessState.isSuspended(holder.process) ? "otherFiberSuspended" : "otherFiberProcess",
            ["process": .number(Int(holder.process)), "command": .text(holder.purpose)])
    }
}
