package import EngineConcepts
package import EngineStandard
package import FiberConfiguration
package import Storage
package import ViewModels

/// The timeline that a session shows.
package enum SessionTimeline {
    /// The timeline of the followed sources.
    case own(AppContext)
    /// The bundled sample.
    case sample(SampleContext)
    /// The lines of standard input.
    case standardInput(StandardInput)

    /// The parts that every timeline has.
    package struct Parts {
        package let engine: StandardEngine
        package let store: TrackDatabase
        package let sources: any SourceManaging
        package let configuration: ConfigurationFile
        package let time: any TimeSource
        package let diagnostics: ProgramDiagnostics
        package var refreshing = RefreshPlan()

        /// Finds tickets by queries.
        package var search: SearchService { SearchService(store: store, time: time) }
    }

    /// The times of refreshes. Each `nil` follows the settings.
    package struct RefreshPlan {
        /// True to refresh at the start.
        package var atStart: Bool?
        /// The time between refreshes.
        package var interval: Duration?
    }

    /// The context of the user's own timeline, or `nil` for the others.
    package var own: AppContext? { if case .own(let context) = self { context } else { nil } }

    package var parts: Parts {
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
