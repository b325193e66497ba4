import Application
import Coordinators
import EngineConcepts
import FiberConfiguration
import Localization
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
        do {
            guard case .added(let warnings, let summary) = try await runSession(at: route) else { return }
            let hasSummary = summary != nil
            _ = try await runSession(
                saying: summary, details: hasSummary ? warnings : [], warnings: hasSummary ? [] : warnings
            ) { _ in nil }
        } catch let error as StorageError where error.code == .readOnly && TrackDatabase.exists(at: error.path) {
            // Commands that only read take a copy. On the screen, marks and drafts would be lost with it.
            throw CommandFailure(.store, error.message, advice: Message("screenNeedsStore"), cause: error.cause)
        }
    }

    /// Runs one session, in the sample if there are no sources. Returns the outcome of the onboarding, if it ran.
    ///
    /// - Parameters:
    ///   - summary: The result of the session before, shown at the start, or `nil` if there is none.
    ///   - details: The details of the summary.
    ///   - warnings: The warnings of the session before.
    private func runSession(
        saying summary: String? = nil, details: [String] = [], warnings: [String] = [],
        at route: (AppContext) async throws -> Route?
    ) async throws -> OnboardingCoordinator.Outcome? {
        let configuration = try ConfigurationFile.forScreen(in: directories)
        let opening = ContextOpening(
            directories, reportingTo: .console, mode: .fetchingOrFollowing, configuration: configuration,
            forwardRefresh: { [directories] in try await RequestClient.refresh($0, for: directories) })
        return try await opening.run { context in
            let route = try await route(context)
            let lost = try await context.libraryCheck.loss()
            let losses = [lost, context.lostStore].compactMap(\.self).map { context.localizer($0) }
            let timeline =
                context.library.sources.isEmpty ? try await sample(over: context, lost) : SessionTimeline.own(context)
            return try await TerminalSession(
                timeline: timeline,
                startMessages: StartMessages(
                    summary: summary, details: details, warnings: warnings + losses,
                    pausedNow: context.pausedNow.map(context.library.shownName),
                    pausedBefore: context.pausedBefore.map(context.library.shownName)),
                isLinear: isLinear
            )
            .run(at: route)
        }
    }

    /// Returns the sample. It does not fetch for the user's store.
    ///
    /// - Parameter lost: Says that the user's library is missing or empty, or is `nil`.
    private func sample(over context: AppContext, _ lost: Message?) async throws -> SessionTimeline {
        context.fetchGuard.end()
        context.lease.release()
        let account = context.library.accounts.first
        return .sample(
            try await SampleContext(
                configuration: context.configuration, directories: context.directories,
                banner: lost ?? account.map { MessageKey.onboardingAccountBanner.message([.text($0.handle)]) }
                    ?? MessageKey.onboardingBanner.message(),
                ownContext: context))
    }
}
