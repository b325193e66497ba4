import Coordinators
import EngineConcepts
import FiberConfiguration
import Foundation
import Storage
import ViewModels

/// Opens the timeline of what is followed; where nothing is, the sample, until something is.
struct TimelineLauncher {
    let global: GlobalOptions
    let isLinear: Bool

    /// Reads until the reader leaves. Who begins with sources of their own goes on in their own timeline at once.
    ///
    /// - Parameter route: Where to begin; nil for where the reader was.
    func read(at route: (AppContext) async throws -> Route? = { _ in nil }) async throws {
        guard case .following(let remarks) = try await sitting(at: route) else { return }
        _ = try await sitting(saying: remarks) { _ in nil }
    }

    /// - Parameter greetings: What is said at the start.
    private func sitting(
        saying greetings: [String] = [], at route: (AppContext) async throws -> Route?
    ) async throws -> OnboardingCoordinator.Outcome? {
        let configuration = try AppContext.configurationForScreen(in: Directories(global))
        return try await AppContext.with(global, fetching: .orFollowing, configuration: configuration) { household in
            let route = try await route(household)
            var session =
                household.library.sources.isEmpty ? try await sample(over: household) : own(household)
            session.isLinear = isLinear
            session.greetings = greetings
            return try await session.run(at: route)
        }
    }

    private func sample(over household: AppContext) async throws -> TerminalSession {
        // Nothing is fetched for the store meanwhile.
        household.right.release()
        var session = try await SampleContext.session(
            configuration: household.configuration, directories: household.directories, banner: .beginBanner)
        session.beginning = FirstSources(followed: household.sources, labels: household.labels)
        return session
    }

    private func own(_ household: AppContext) -> TerminalSession {
        TerminalSession(
            engine: household.engine, reader: household.reader, store: household.store, sources: household.sources,
            configuration: household.configuration, time: household.time,
            threads: Threads(workshop: household.sources.workshop),
            labels: (household.labels, household.labels.desk),
            live: LiveSources(
                sources: household.sources, right: household.right,
                home: ProcessInfo.processInfo.environment["HOME"], time: household.time),
            sharing: StoreSharing(engine: household.sources.engine, right: household.right, time: household.time),
            pictures: PictureSupply(
                transport: household.sources.workshop.transport, directories: household.directories,
                time: household.time),
            workings: ProgramDiagnostics(
                log: household.journal, requests: household.sources.workshop.requests,
                configuration: household.configuration, directories: household.directories, time: household.time))
    }
}
