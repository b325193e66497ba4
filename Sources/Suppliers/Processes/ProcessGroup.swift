import LibC

/// The process group of a command, to end processes that it leaves behind.
struct ProcessGroup {
    /// The time that processes get to end after SIGTERM.
    private static let gracePeriod = Duration.seconds(1)
    private static let pause = Duration.milliseconds(10)

    /// The process that leads the group; it may have ended already.
    let leader: pid_t

    /// Sends SIGTERM to the group and SIGKILL to those that remain. Daemons have a session of their own and are not
    /// affected.
    func end() async {
        // Usually no process is left.
        guard kill(-leader, SIGTERM) == 0 else { return }
        let deadline = ContinuousClock.now + Self.gracePeriod
        while kill(-leader, 0) == 0, ContinuousClock.now < deadline {
            do {
                try await Task.sleep(for: Self.pause)
            } catch {
                // The waiting task was cancelled.
                break
            }
        }
        // It is not an error if no process is left.
        _ = kill(-leader, SIGKILL)
    }
}
