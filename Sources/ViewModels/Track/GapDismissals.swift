import EngineConcepts

/// The gaps that the user has dismissed, for all screens. Changes are stored.
public final class GapDismissals {
    /// The dismissed gaps.
    private(set) var dismissed = DismissedGaps()

    private let session: SessionContext
    let changes = Observers<Void>()

    init(session: SessionContext) {
        self.session = session
    }

    /// Reads the stored gaps.
    func restore() async throws {
        dismissed = try await session.preferences.value(.dismissedGaps, as: DismissedGaps.self) ?? DismissedGaps()
        changes.notify(())
    }

    /// Changes and stores the dismissed gaps. Can be undone.
    ///
    /// - Parameters:
    ///   - undone: The message when the change is undone.
    ///   - onUndo: Called when the change is undone.
    func change(undone: String, _ change: (inout DismissedGaps) -> Void, onUndo: (() -> Void)? = nil) {
        let before = dismissed
        self.change(change)
        guard dismissed != before else { return }
        session.undo.push { [self] in
            self.change { $0 = before }
            onUndo?()
            return undone
        }
    }

    private func change(_ change: (inout DismissedGaps) -> Void) {
        let before = dismissed
        change(&dismissed)
        guard dismissed != before else { return }
        session.preferences.set(.dismissedGaps, encoding: dismissed)
        changes.notify(())
    }
}
