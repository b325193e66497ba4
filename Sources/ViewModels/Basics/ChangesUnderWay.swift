/// The changes that were typed on a screen and are not stored yet, or not shown. Keys of the screen wait for them: the next one
/// may be for a row that a change moves or removes.
final class ChangesUnderWay {
    private var count = 0

    /// True if there is none.
    var isEmpty: Bool { count == 0 }

    /// Counts a change until `work` has ended, and calls `onEnd` if none is left then.
    ///
    /// - Parameter work: Returns when the change is stored, or has failed, and the screen shows it. Never waits for a server.
    func add(
        in activity: Activity, until work: @escaping @MainActor () async -> Void, onEnd: @escaping () -> Void
    ) {
        count += 1
        activity.run { [self] in
            await work()
            count -= 1
            if isEmpty { onEnd() }
        }
    }
}
