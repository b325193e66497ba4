import EngineConcepts
import Logging

/// The services and limits that the actors of an engine share.
struct EngineDependencies: Sendable {
    let controlUnit: any ControlUnit
    let store: any TrackStore
    let time: any TimeSource
    let random: EngineRandom
    let limits: EngineLimits
    let log: Logger
    let hub: EventHub
    /// Observes which suppliers are being read, or `nil` if nobody does.
    let fetchWatch: (any FetchWatch)?
    /// Returns the reason why the engine may not fetch or change the Track now, or `nil` if it may.
    let obstacle: @Sendable () -> Message?
}
