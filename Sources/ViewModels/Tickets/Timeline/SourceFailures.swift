import EngineConcepts

/// Tells the user about failures of sources, without repeating itself.
final class SourceFailures {
    private let session: Session
    private let builder: RowBuilder
    private let fills: TimelineFills
    private let store: TimelineStore
    private var reminder = SignInReminder()
    /// The sources that have failed for long, or `nil` before the stored ones are known.
    private var longFailing: LongFailingSources?

    init(session: Session, builder: RowBuilder, fills: TimelineFills, store: TimelineStore) {
        self.session = session
        self.builder = builder
        self.fills = fills
        self.store = store
    }

    /// Announces sources that have failed for long from now on, except stored ones.
    func restore(_ stored: LongFailingSources) { longFailing = stored }

    /// Shows the failure of an account, or logs that of a source.
    func record(
        _ error: SupplierError, of supplier: SupplierID, in fill: FillID?, _ context: RowBuilder.Context
    ) {
        if let message = reminder.record(error, of: supplier) { return session.messages.failure(message) }
        // The commit after the first failure of a removed source announces it in the same words.
        let isAnnounced = longFailing?.announced.contains(supplier) ?? false
        guard !error.isAboutAccount, error.code != .gone || isAnnounced else { return }
        fills.log(error.message, of: supplier, in: fill, context)
    }

    /// Forgets the sources that work again, and says once which ones have failed for long.
    func update(with snapshot: TrackSnapshot, in context: RowBuilder.Context) {
        reminder.update(with: snapshot)
        guard let before = longFailing else { return }
        var now = before
        let new = now.update(with: snapshot, at: session.time.now())
        longFailing = now
        if !new.isEmpty { session.messages.show(builder.announcement(ofLongFailing: new, in: context)) }
        if now != before { store.store(now) }
    }
}

/// Says once that a server no longer accepts an account, although each of its sources fails for this reason at every refresh.
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
