/// Runs the same work again and again, never twice at once: requests during a run lead to one more run after it.
final class CoalescedTask {
    private let activity: Activity
    private let work: @MainActor () async -> Void
    private var isRunning = false
    private var isStale = false

    init(activity: Activity, _ work: @escaping @MainActor () async -> Void) {
        self.activity = activity
        self.work = work
    }

    /// Runs the work, or notes that the present run is out of date.
    func run() {
        isStale = true
        guard !isRunning else { return }
        isRunning = true
        activity.run { [self] in
            while isStale {
                isStale = false
                await work()
            }
            isRunning = false
        }
    }
}
