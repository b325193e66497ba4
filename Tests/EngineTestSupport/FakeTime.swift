public import EngineConcepts
private import Synchronization

/// A clock that moves only when told to. Sleepers wake in order when it has passed their time.
public final class FakeTime: TimeSource {
    private struct Sleeper {
        let id: Int
        let until: Timestamp
        let wake: CheckedContinuation<Void, any Error>
    }

    private struct Inside {
        var now: Timestamp
        var sleepers: [Sleeper] = []
        var cancelled: Set<Int> = []
        var count = 0
    }

    private let inside: Mutex<Inside>

    public init(_ now: Timestamp) {
        inside = Mutex(Inside(now: now))
    }

    public func now() -> Timestamp {
        inside.withLock { $0.now }
    }

    /// The current time as a duration.
    public func elapsed() -> Duration {
        .milliseconds(now().milliseconds)
    }

    /// The number of sleeping tasks.
    public var sleeperCount: Int {
        inside.withLock { $0.sleepers.count }
    }

    /// Moves the clock and wakes those whose time has come.
    public func advance(by duration: Duration) {
        let awake = inside.withLock { inside in
            inside.now = inside.now.advanced(by: duration)
            let now = inside.now
            let awake = inside.sleepers.filter { $0.until <= now }.sorted { $0.until < $1.until }
            inside.sleepers.removeAll { $0.until <= now }
            return awake
        }
        for sleeper in awake { sleeper.wake.resume() }
    }

    /// Sleeps until the clock has been moved far enough.
    public func sleep(for duration: Duration) async throws {
        try Task.checkCancellation()
        let (id, until) = inside.withLock { inside in
            inside.count += 1
            return (inside.count, inside.now.advanced(by: duration))
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { wake in
                let isCancelled = inside.withLock { inside in
                    if inside.cancelled.remove(id) != nil { return true }
                    inside.sleepers.append(Sleeper(id: id, until: until, wake: wake))
                    return false
                }
                if isCancelled { wake.resume(throwing: CancellationError()) }
            }
        } onCancel: {
            let sleeper = inside.withLock { inside -> Sleeper? in
                guard let index = inside.sleepers.firstIndex(where: { $0.id == id }) else {
                    inside.cancelled.insert(id)
                    return nil
                }
                return inside.sleepers.remove(at: index)
            }
            sleeper?.wake.resume(throwing: CancellationError())
        }
    }
}
