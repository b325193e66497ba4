import Coordinators
import EngineConcepts
import FiberConfiguration
import Foundation
import Localization
import Queries
import Storage
import ViewModels

/// Opens the timeline of followed sources, or the sample until there is one.
struct TimelineLauncher {
    let directories: Directories
    let isLinear: Bool

    /// Runs until the user leaves. After the first sources are added in the sample, continues in the user's own
    /// timeline.
    ///
    /// - Parameter route: Returns the place to open; `nil` for the stored position.
    func run(at route: (AppContext) async throws -> Route? = { _ in nil }) async throws {
        guard case .added(let remarks) = try await runSession(at: route) else { return }
        _ = try await runSession(saying: remarks) { _ in nil }
    }

    /// - Parameter greetings: Messages to show at the start.
    private func runSession(
        saying greetings: [String] = [], at route: (AppContext) async throws -> Route?
    ) async throws -> OnboardingCoordinator.Outcome? {
        let configuration = try AppContext.configurationForScreen(in: directories)
        return try await AppContext.with(directories, fetching: .orFollowing, configuration: configuration) { context in
            let route = try await route(context)
            var session =
                context.library.sources.isEmpty ? try await sample(over: context) : own(context)
            session.isLinear = isLinear
            session.startMessages = StartMessages(greetings: greetings, pausedNow: context.pausedNow.map(context.name))
            return try await session.run(at: route)
        }
    }

    private func sample(over context: AppContext) async throws -> TerminalSession {
        // The sample does not fetch for the store.
        context.fetchGuard.end()
        context.lease.release()
        let localizer = context.configuration.settings.localizer
        let account = context.library.accounts.first
        var session = try await SampleContext.session(
            configuration: context.configuration, directories: context.directories,
            banner: account.map { localizer(.onboardingAccountBanner, .text($0.handle)) }
                ?? localizer(.onboardingBanner))
        session.timeline.onboardingService = OnboardingSources(
            followed: context.sources, accounts: context.accounts, labels: context.labels)
        session.timeline.accounts = AccountScreenService(context)
        return session
    }

    private func own(_ context: AppContext) -> TerminalSession {
        let controlUnit = context.sources.controlUnit
        var timeline = SessionTimeline(
            engine: context.sources.engine, store: context.store, sources: context.sources,
            configuration: context.configuration, time: context.time,
            diagnostics: ProgramDiagnostics(
                log: context.journal, requests: context.sources.factory.requests,
                settings: context.configuration.settings, directories: context.directories, time: context.time))
        timeline.threads = context.threads
        timeline.accounts = AccountScreenService(context)
        timeline.posting = PostingService(controlUnit: controlUnit, store: context.store, time: context.time)
        timeline.sourceFilters = ServerFilters(controlUnit: controlUnit)
        timeline.labels = (context.labels, context.labels.indexer)
        timeline.notes = context.notes
        timeline.pictures = PictureSupply(context)
        timeline.encode = { entry, presentation in
            let current = try await context.withCurrentLibrary()
            let topics = current.library.allTopics.filter { entry.labels.contains($0.id) }.map(\.name)
            let name = current.name(of: entry.ticket.supplier)
            return TicketLines.line(of: entry, sourceName: name, topics: topics, presentation)
        }
        return TerminalSession(timeline: timeline, own: context)
    }
}
