#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// The processes that a command has started and that did not leave its group: what it leaves running behind it.
struct ProcessGroup {
    /// How long they may take to end when they are asked to.
    private static let patience = Duration.seconds(1)
    private static let pause = Duration.milliseconds(10)

    /// The process that the group was made for, and is named by; it may have ended.
    let leader: pid_t

    /// Asks those that still run to end, and ends those that do not listen. A daemon has a session of its own and stays.
    func end() async {
        // Nobody is there any more, as a rule.
        guard kill(-leader, SIGTERM) == 0 else { return }
        let deadline = ContinuousClock.now + Self.patience
        while kill(-leader, 0) == 0, ContinuousClock.now < deadline {
            do {
                try await Task.sleep(for: Self.pause)
            } catch {
                // Whoever waits for the command's output has given up.
                break
            }
        }
        // That there is nobody left by now is no error.
        _ = kill(-leader, SIGKILL)
    }
}
