import Foundation
import Testing

/// Runs each test of a suite on a thread of its own, so that waiting for a program on a terminal holds no thread that
/// other tests need.
struct OwnThread: SuiteTrait, TestTrait, TestScoping {
    var isRecursive: Bool { true }

    func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable @concurrent () async throws -> Void
    ) async throws {
        let executor = ThreadExecutor(name: test.name)
        defer { executor.finish() }
        try await withTaskExecutorPreference(executor) { try await function() }
    }
}

extension Trait where Self == OwnThread {
    /// Runs each test on a thread of its own.
    static var ownThread: Self { OwnThread() }
}

/// Runs the jobs of a test one after another on one thread.
private final class ThreadExecutor: TaskExecutor {
    /// Guards the two variables below.
    private let condition = NSCondition()
    nonisolated(unsafe) private var jobs: [UnownedJob] = []
    nonisolated(unsafe) private var isFinished = false

    init(name: String) {
        let thread = Thread { [self] in run() }
        thread.name = name
        thread.start()
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        condition.withLock {
            jobs.append(job)
            condition.signal()
        }
    }

    /// Ends the thread after the jobs that are queued.
    func finish() {
        condition.withLock {
            isFinished = true
            condition.signal()
        }
    }

    private func run() { while let job = next() { job.runSynchronously(on: asUnownedTaskExecutor()) } }

    private func next() -> UnownedJob? {
        condition.withLock {
            while jobs.isEmpty, !isFinished { condition.wait() }
            return jobs.isEmpty ? nil : jobs.removeFirst()
        }
    }
}
