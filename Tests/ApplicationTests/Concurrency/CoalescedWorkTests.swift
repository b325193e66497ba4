import TestSupport
import Testing

@testable import Application

@Suite("Work by key")
struct CoalescedWorkTests {
    private struct State {
        var begun = 0
        var isReleased = false
    }

    private let work = CoalescedWork()
    private let state = WaitableState(State())

    private func run(afterChange: Bool = false) async {
        await work.run("list", afterChange: afterChange) { [state] in
            state.withLock { $0.begun += 1 }
            await withTaskCancellationHandler {
                await state.wait { $0.isReleased }
            } onCancel: {
                state.withLock { $0.isReleased = true }
            }
        }
    }

    @Test("Work that may have begun before a change is done again after it")
    func change() async {
        async let first: Void = run()
        await state.wait { $0.begun == 1 }
        async let same: Void = run(afterChange: true)
        async let other: Void = run(afterChange: true)
        for _ in 0..<10 { await Task.yield() }
        state.withLock { $0.isReleased = true }
        _ = await (first, same, other)
        #expect(state.withLock(\.begun) >= 2)
    }

    @Test("Work that has ended is done again")
    func again() async {
        state.withLock { $0.isReleased = true }
        await run()
        await run()
        #expect(state.withLock(\.begun) == 2)
    }

    @Test("Work that waits for the same one is not begun after the end")
    func end() async {
        async let first: Void = run()
        await state.wait { $0.begun == 1 }
        async let waiting: Void = run(afterChange: true)
        for _ in 0..<10 { await Task.yield() }
        await work.end()
        _ = await (first, waiting)
        #expect(state.withLock(\.begun) == 1)
    }
}
