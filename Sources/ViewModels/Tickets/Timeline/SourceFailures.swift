import EngineConcepts

/// The sources that have failed for so long that their gaps are no longer shown. Each is announced once, also over restarts.
nonisolated struct LongFailingSources: Equatable, Sendable {
    /// The sources that were announced and have not worked since.
    private(set) var announced: Set<SupplierID> = []

    /// Adopts the state of all sources; those that work again are forgotten.
    ///
    /// - Returns: The sources to announce now.
    mutating func update(with snapshot: TrackSnapshot, at now: Timestamp) -> [SupplierID] {
        let failing = Set(snapshot.suppliers.filter { $0.isFailingForLong(at: now) }.map(\.id))
        let new = failing.subtracting(announced)
        announced = failing
        return new.sorted()
    }
}

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
        for status in snapshot.suppliers where status.requests.condition == .healthy { refusals[status.id] = nil }
    }
}

extension SupplierError {
    /// True if the failure concerns an account, whose sources fail together.
    var isAboutAccount: Bool { reason == .accountSignInAgain }
}
