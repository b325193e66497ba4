import EngineConcepts

/// Says once that a server no longer accepts an account, although each of its sources fails for this reason at every
/// refresh.
struct SignInReminder {
    /// The sources whose last request failed so, with the message.
    private var refusals: [SupplierID: Message] = [:]

    /// Records a failure.
    ///
    /// - Returns: The message to show now, or `nil` if it was shown before or is about something else.
    mutating func record(_ error: SupplierError, of supplier: SupplierID) -> Message? {
        guard error.isAboutAccount else { return nil }
        let isKnown = refusals.values.contains(error.message)
        refusals[supplier] = error.message
        return isKnown ? nil : error.message
    }

    /// Forgets the sources that work again.
    mutating func update(with snapshot: TrackSnapshot) {
        guard !refusals.isEmpty else { return }
        for status in snapshot.suppliers where status.condition == .healthy { refusals[status.id] = nil }
    }
}

extension SupplierError {
    /// True if the failure concerns an account, whose sources fail together.
    var isAboutAccount: Bool { reason == .accountSignInAgain }
}
