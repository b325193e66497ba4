import Testing

@testable import ViewModels

@Suite("Background tasks of view-models")
struct TaskTests {
    private final class Owner {}

    private struct Failure: Error {}

    @Test("Tasks of a queue run one after another, and a failure does not stop the next")
    func queue() async {
        let activity = Activity()
        var failures = 0
        let queue = TaskQueue(activity: activity) { _ in failures += 1 }
        var steps: [Int] = []
        queue.add { throw Failure() }
        for number in 0..<3 {
            queue.add {
                steps.append(number)
                await Task.yield()
                steps.append(number)
            }
        }
        await queue.finish()
        #expect(steps == [0, 0, 1, 1, 2, 2])
        #expect(failures == 1)
        await activity.idle()
    }

    @Test("Requests during a run lead to one more run")
    func coalescing() async {
        let activity = Activity()
        var runs = 0
        let (waits, open) = AsyncStream<Void>.makeStream()
        let task = CoalescedTask(activity: activity) {
            runs += 1
            for await _ in waits { break }
        }
        for _ in 0..<5 { task.run() }
        while runs < 1 { await Task.yield() }
        for _ in 0..<5 { task.run() }
        open.yield()
        while runs < 2 { await Task.yield() }
        open.finish()
        await activity.idle()
        #expect(runs == 2)
    }

    @Test("Waiting for requested work ends although the work is requested again meanwhile")
    func finishing() async {
        let activity = Activity()
        var runs = 0
        var again: (() -> Void)?
        let (waits, open) = AsyncStream<Void>.makeStream()
        let task = CoalescedTask(activity: activity) {
            runs += 1
            for await _ in waits { break }
            if runs == 1 { again?() }
        }
        again = { task.run() }
        await task.finish()
        #expect(runs == 0)
        task.run()
        open.yield()
        await task.finish()
        #expect(runs > 0 && !activity.isIdle, "The second run has not ended.")
        open.finish()
        await activity.idle()
        #expect(runs == 2)
    }

    @Test("Observers are notified as long as their owners live")
    func observers() {
        let observers = Observers<Int>()
        let owner = Owner()
        var heard: [Int] = []
        observers.observe(for: owner) { heard.append($0) }
        do {
            let other = Owner()
            observers.observe(for: other) { heard.append(-$0) }
            observers.notify(1)
        }
        observers.notify(2)
        #expect(heard == [1, -1, 2])
    }
}
