import EngineConcepts

/// Runs work with a timeout.
enum Timeout {
    /// Returns the result of `work`, or `nil` on timeout or if the caller is cancelled. In these cases the work is
    /// cancelled but not awaited, because it may not respond to cancellation.
    static func run<Answer: Sendable>(
        within limit: Duration, by time: any TimeSource, _ work: @escaping @Sendable () async -> Answer
    ) async -> Answer? {
        let deadline = time.elapsed() + limit
        let answer = SharedValue<Answer?>(nil)
        let (end, ending) = AsyncStream<Void>.makeStream()
        let working = begin {
            answer.value = await work()
            ending.finish()
        }
        if let answer = answer.value { return answer }
        let timer = Task {
            if await time.sleepUnlessCancelled(until: deadline) { ending.finish() }
        }
        // The answer is read before the work is cancelled, since cancelled work may still return one.
        defer {
            timer.cancel()
            working.cancel()
        }
        // Ends too if the caller is cancelled.
        for await _ in end {}
        return answer.value
    }

    /// Returns the answer of a source or its error, or `nil` on timeout or if the caller is cancelled.
    static func result<Answer: Sendable>(
        within limit: Duration, by time: any TimeSource,
        _ ask: @escaping @Sendable () async throws(SupplierError) -> Answer
    ) async -> Result<Answer, SupplierError>? {
        await run(within: limit, by: time) { await Result.awaiting(ask) }
    }

    /// Starts `work` at once on the current thread if the system supports it. Most work then finishes without another
    /// thread or a timer.
    private static func begin(_ work: @escaping @Sendable () async -> Void) -> Task<Void, Never> {
        if #available(macOS 26.0, *) { Task.immediate { await work() } } else { Task { await work() } }
    }
}
