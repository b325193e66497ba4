/// Observes a Track: its state and the events of its engine, and the presenters that show its tickets.
public protocol TrackObserving: Sendable {
    /// The current state.
    var snapshot: TrackSnapshot { get async }

    /// Returns a stream of all events from now on. Each call starts its own stream, which delivers every event
    /// exactly once.
    func events() -> AsyncStream<EngineEvent>

    /// Counts of the engine's work since its creation, and its current work.
    var statistics: EngineStatistics { get async }

    /// Returns the presenter for the supplier's tickets, or a plain one if the supplier is unknown.
    func presenter(for supplier: SupplierID) async -> any Presenter
}
