import EngineConcepts
import EngineStandard
import FiberConfiguration
import Storage
import ViewModels

/// The timeline that a session shows.
enum SessionTimeline {
    /// The timeline of the followed sources.
    case own(AppContext)
    /// The bundled sample.
    case sample(SampleContext)
    /// The lines of standard input.
    case standardInput(StandardInput)

    /// The parts that every timeline has.
    struct Parts {
        let engine: StandardEngine
        let store: TrackDatabase
        let sources: any SourceManaging
        let configuration: ConfigurationFile
        let time: any TimeSource
        let diagnostics: ProgramDiagnostics
        var refreshing = RefreshPlan()
    }

    /// The times of refreshes. Each `nil` follows the settings.
    struct RefreshPlan {
        /// True to refresh at the start.
        var atStart: Bool?
        /// The time between refreshes.
        var interval: Duration?
    }

    /// The context of the user's own timeline, or `nil` for the others.
    var own: AppContext? {
        if case .own(let context) = self { context } else { nil }
    }

    var parts: Parts {
        switch self {
        case .own(let context):
            Parts(
                engine: context.sources.engine, store: context.store, sources: context.sources,
                configuration: context.configuration, time: context.time,
                diagnostics: ProgramDiagnostics(
                    log: context.journal, requests: context.sources.factory.requests,
                    configuration: context.configuration, store: context.store, directories: context.directories,
                    time: context.time))
        case .sample(let sample): sample.parts
        case .standardInput(let input): input.parts
        }
    }
}
