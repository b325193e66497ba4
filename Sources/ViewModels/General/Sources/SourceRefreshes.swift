import EngineConcepts

/// The refreshes that the source list or the screen of sources has started, whose results it reports.
final class SourceRefreshes {
    private let engine: any TrackFilling
    private let session: Session
    private var runningFills: Set<FillID> = []

    init(engine: any TrackFilling, session: Session) {
        self.engine = engine
        self.session = session
    }

    /// Refreshes these sources, or all if `nil`.
    func start(of suppliers: Set<SupplierID>? = nil) {
        runningFills.insert(engine.refresh(.manual, of: suppliers))
        session.messages.show(.refreshQueued)
    }

    /// Reports the result of a refresh that has ended and was started here.
    func reportEnd(of fill: FillID, _ state: FillState, _ suppliers: [SupplierID: SupplierStatus]) {
        guard state.isFinal, runningFills.remove(fill) != nil else { return }
        let builder = RowBuilder(texts: session.texts)
        let context = RowBuilder.Context(now: session.time.now(), suppliers: suppliers)
        guard let outcome = builder.outcome(of: state, isRefresh: true, in: context) else { return }
        session.messages.show(outcome.text, isError: outcome.isError)
    }
}
