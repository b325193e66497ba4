/// Runs tasks one after another, in the order in which they were added.
final class TaskQueue {
    private let activity: Activity
    private var last: Task<Void, Never>?

    init(activity: Activity) {
        self.activity = activity
    }

    /// Runs `work` once everything added before has ended.
    func add(_ work: @escaping @MainActor () async -> Void) {
        let previous = last
        last = activity.run {
            await previous?.value
            await work()
        }
    }

    /// Returns when everything added so far has ended.
    func finish() async {
        await last?.value
    }
}
