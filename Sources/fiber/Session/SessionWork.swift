import Application
import Coordinators
import EngineConcepts
import EngineStandard
import FiberConfiguration
import Foundation
import Networking
import Storage
import TerminalUI
import ViewModels

/// The work beside the screens of a session: it begins when the first screen is shown and ends with the session.
@MainActor
final class SessionWork {
    private let timeline: SessionTimeline
    private let parts: SessionTimeline.Parts
    private let own: AppContext?
    private weak var app: FiberApp?
    private let services: ScreenServices
    private let applier: SettingsApplier
    private let refreshTimer: RefreshTimer
    private let positionSharer: PositionSharer?
    /// The version of the store before the screens read it, or `nil` if it could not be read.
    private let storeVersion: Int64?
    private let tasks: SessionTasks
    private var server: RequestServer?

    private var session: Session { services.session }
    private var messages: MessageCenter { services.session.messages }

    /// Follows the engine's fills from now on; the rest begins with ``start()``.
    ///
    /// - Parameter storeVersion: The version of the store (``version(of:)``) before the screens read it.
    init(
        of timeline: SessionTimeline, for app: FiberApp, _ services: ScreenServices, _ applier: SettingsApplier,
        _ refreshTimer: RefreshTimer, storeVersion: Int64?
    ) {
        self.timeline = timeline
        parts = timeline.parts
        own = timeline.own
        self.app = app
        self.services = services
        self.applier = applier
        self.refreshTimer = refreshTimer
        positionSharer = own.map(PositionSharer.init)
        self.storeVersion = storeVersion
        tasks = SessionTasks(reportingTo: services.session.messages)
        tasks.add { [parts] in await FillDurations.follow(parts.engine, into: parts.diagnostics.log) }
    }

    /// Returns a number that differs after another process has changed the store, or `nil` if it cannot be read or there is no
    /// store on disk.
    @concurrent
    nonisolated static func version(of store: TrackDatabase?) async -> Int64? {
        do {
            return try await store?.versionOfOthers()
        } catch {
            // Then the screens read the store once more, which reports the error.
            return nil
        }
    }

    /// Starts all other work. Called when the first screen is shown.
    func start() {
        parts.engine.resumeActions()
        parts.engine.resumeStreams()
        serveRequests()
        tasks.add { [parts] in try await RetentionTask(parts).run() }
        startTimelineWork()
        if let positionSharer { tasks.add { [messages] in await positionSharer.run(reportingTo: messages) } }
        follow(LiveConfiguration(last: applier.files) { [applier] in applier.apply($0) })
        startFetching()
    }

    /// Tells servers for the last time how far the user has read.
    func sharePosition() async { await positionSharer?.end() }

    /// Ends all work. The tasks end before the timer, which they could start again.
    func end() {
        server?.end()
        tasks.cancel()
        refreshTimer.stop()
        parts.engine.pauseStreams()
    }

    /// Lets commands in another terminal use this session.
    private func serveRequests() {
        guard let own else { return }
        do {
            server = try RequestServer(
                RequestHandlers(context: own, screens: Set(ScreenTable.openable)) {
                    JSONObject($0).line
                } show: { [weak app] in
                    await app?.show($0) ?? .busy
                })
        } catch {
            messages.log(messages.localizer(.openUnavailable, .text("\(error)")))
        }
    }

    /// Starts the work that only this kind of timeline has.
    private func startTimelineWork() {
        switch timeline {
        case .own(let context):
            keepUp(context.labels.indexer)
            tasks.add { await context.notes.keepUp(behind: context.engine) }
            showUploads(of: context)
            follow(
                LiveStore(store: context.store, version: storeVersion) { [marks = services.track.marks] in
                    marks.othersChanged()
                })
        case .sample(let sample):
            keepUp(sample.indexer)
            if let own = sample.ownContext {
                follow(FirstSourceDetector(file: own.sources.file) { [weak app] in app?.ownSourcesAppeared() })
            }
        case .standardInput: break
        }
    }

    /// Shows how much of the media of posts has been sent.
    private func showUploads(of context: AppContext) {
        tasks.add { [session] in
            for await upload in context.sources.factory.uploads {
                session.uploads.update(upload.map { ($0.sent, $0.total) })
            }
        }
    }

    /// Labels tickets and finds stories behind the engine.
    private func keepUp(_ indexer: LabelIndexer) {
        tasks.add { [parts, messages] in
            await indexer.keepUp(behind: parts.engine) { @MainActor error in messages.failure(error) }
        }
    }

    /// Applies changes of files from now on.
    private func follow(_ files: some LiveFiles) {
        tasks.add { [parts, messages] in
            try await LiveWatch.begin(
                files, reportingTo: messages, time: parts.time, log: parts.diagnostics.log
            )
            .follow()
        }
    }

    /// Applies changes of the sources by others from now on, and then refreshes.
    private func startFetching() {
        tasks.add { [self] in
            // Watching starts before reading, so that no change in between is missed.
            if let own {
                let live = await LiveWatch.begin(
                    LiveSources(own), reportingTo: messages, time: parts.time, log: parts.diagnostics.log)
                tasks.add { try await live.follow() }
            }
            try await startRefreshing()
        }
    }

    /// Refreshes now if wanted, and by the timer from then on; in a process without the lease, once it has the lease.
    private func startRefreshing() async throws {
        if let own, let reason = own.lease.obstacle {
            messages.show(reason)
            try await own.followUntilLeaseAcquired()
            messages.show(.refreshesAgain)
        }
        try await refreshTimer.start(refreshingFirst: parts.refreshing.atStart ?? session.settings.refreshesAtStart)
    }
}
