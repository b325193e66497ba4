import EngineConcepts

/// The gaps that the user has dismissed, for all screens. Changes are stored.
public final class GapDismissals {
    /// The dismissed gaps.
    private(set) var dismissed = DismissedGaps()

    private let preferences: Preferences
    private let observers = Observers<Void>()

    init(preferences: Preferences) {
        self.preferences = preferences
    }

    /// Notifies the owner after each change, as long as it lives.
    func observe(for owner: AnyObject, _ notify: @escaping () -> Void) {
        observers.add(for: owner) { _ in notify() }
    }

    /// Reads the stored gaps.
    func restore() async throws {
        dismissed = try await preferences.value(.dismissedGaps, as: DismissedGaps.self) ?? DismissedGaps()
        observers.notify(())
    }

    /// Changes and stores the dismissed gaps, and adds a step to `undo` that restores them.
    ///
    /// - Parameters:
    ///   - undone: The message when the change is undone.
    ///   - onUndo: Called when the change is undone.
    func change(
        undone: String, in undo: UndoStack, _ change: (inout DismissedGaps) -> Void, onUndo: (() -> Void)? = nil
    ) {
        let before = dismissed
        self.change(change)
        guard dismissed != before else { return }
        undo.push { [self] in
            self.change { $0 = before }
            onUndo?()
            return undone
        }
    }

    /// Changes and stores the dismissed gaps.
    func change(_ change: (inout DismissedGaps) -> Void) {
        let before = dismissed
        change(&dismissed)
        guard dismissed != before else { return }
        preferences.set(.dismissedGaps, encoding: dismissed)
        observers.notify(())
    }
}
