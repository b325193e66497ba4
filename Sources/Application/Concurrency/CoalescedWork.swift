/// Work by key, such as the requests of lists by address, of which at most one piece runs for a key at a time.
actor CoalescedWork {
    /// The running work by key.
    private var running: [String: Task<Void, Never>] = [:]
    private var hasEnded = false

    /// Does work, or waits for the work of this key that is running already. Does nothing after ``end()``.
    ///
    /// - Parameter afterChange: True if the running work may have begun before a change that the work is about. It is then
    ///   done again.
    func run(_ key: String, afterChange: Bool = false, _ work: @escaping @Sendable () async -> Void) async {
        if let former = running[key] {
            await former.value
            guard afterChange else { return }
            // Begun by another caller, after the change.
            if let next = running[key] { return await next.value }
        }
        guard !hasEnded else { return }
        let task = Task {
            await work()
            running[key] = nil
        }
        running[key] = task
        await task.value
    }

    /// Cancels the running work, and waits for its end. What waits for it is not begun any more.
    func end() async {
        hasEnded = true
        let tasks = Array(running.values)
        for task in tasks { task.cancel() }
        for task in tasks { await task.value }
    }
}
