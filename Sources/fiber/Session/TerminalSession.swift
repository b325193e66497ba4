import Coordinators
import EngineConcepts
import EngineStandard
import FiberConfiguration
import Foundation
import Imaging
import Localization
import Networking
import Storage
import Suppliers
import TerminalDriver
import TerminalKit
import TerminalUI
import ViewModels

/// One session on the terminal: view-model services, terminal, and refresh timer.
struct TerminalSession {
    let engine: any Engine
    let reader: any TrackReader
    let store: TrackDatabase
    let sources: any SourceManaging
    let configuration: ConfigurationFile
    let time: any TimeSource
    /// Opens threads, or `nil` if there are none.
    var threads: Threads?
    /// The accounts, or `nil` if they cannot be managed here.
    var accounts: AccountScreenService?
    /// The accounts that can post, or `nil` if there are none.
    var posting: PostingService?
    /// Counts what servers filter out, or `nil`.
    var sourceFilters: ServerFilters?
    /// Shares the reader's position with the servers of accounts, or `nil`.
    var positions: PositionSharing?
    /// Topics and rules with their indexer, or `nil` if there are none.
    var labels: (manager: any LabelManaging, indexer: LabelIndexer)?
    /// The notes on authors, or `nil` if there are none.
    var notes: (any CommentaryManaging)?
    /// Keeps the lists of notes current until cancelled, or `nil` without lists.
    var keepNotes: (@Sendable () async -> Void)?
    /// The text above the timeline, or `nil`.
    var banner: String?
    /// True to refresh at the start; `nil` to follow the settings.
    var refreshesAtStart: Bool?
    /// The time between refreshes; `nil` to follow the settings.
    var refreshInterval: Duration?
    /// True to print lines instead of drawing screens, whatever the settings say.
    var isLinear = false
    /// Applies changes by others, or `nil` if there can be none.
    var live: LiveSources?
    /// The sharing of the store with other processes, or `nil`.
    var sharing: LeaseFollower?
    /// The progress of the files that are being sent, or `nil` if none are.
    var uploads: AsyncStream<UploadMeter.Progress?>?
    /// Loads pictures, or `nil` without pictures.
    var pictures: PictureSupply?
    /// Adds the first sources, or `nil` outside the sample.
    var onboardingService: (any OnboardingService)?
    /// Messages to show at the start.
    var greetings: [String] = []
    /// The names of the sources that were paused at this start because they have ended the program twice.
    var pausedNow: [String] = []
    /// Serves commands in other terminals, or `nil` if they cannot use this session.
    var requests: SessionRequests?
    /// Returns the intervals in seconds of the sources that have one.
    var ownIntervals: @Sendable () -> [SupplierID: Int] = { [:] }
    /// Returns an item as one line of JSON.
    var encode: @Sendable (TrackEntry, Presentation) async throws -> String = { entry, presentation in
        TicketLines.line(of: entry, sourceName: entry.ticket.supplier.rawValue, topics: [], presentation)
    }
    let diagnostics: ProgramDiagnostics

    /// Opens the screen and runs until the user leaves it. Returns the outcome of the first steps, if they ran.
    @MainActor @discardableResult
    func run(at route: Route? = nil) async throws -> OnboardingCoordinator.Outcome? {
        guard isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1 else {
            throw CommandFailure(.failed, Message("terminalNeeded"))
        }
        let files = try ReaderFiles(configuration)
        // Parts created once cannot wait for the screen to read the stored choices.
        let chosen = try await configuration.chosen(in: store)
        let browser = SystemBrowser(chosen)
        let crashes = try CrashRecord(in: diagnostics.directories.state)
        defer { crashes.end() }
        let (terminal, write) = terminal(crashes, chosen)
        let session = SessionContext(
            store: store, configuration: configuration, notes: notes, browser: browser,
            clipboard: TerminalClipboard(terminal: terminal),
            programs: ProgramRunner(
                environment: ProcessInfo.processInfo.environment, encode: encode,
                draw: { [configuration, store, pictures] contents, form in
                    let chosen = try await configuration.chosen(in: store)
                    // The pictures of an open ticket are on disk already.
                    let loader = pictures?.loader(chosen) { _ in }
                    return try await CardDrawing(
                        configuration: chosen, localizer: chosen.localizer, pictures: loader
                    )
                    .bytes(of: contents, as: form)
                }), time: time,
            localizer: write == nil ? chosen.localizer.isolating : chosen.localizer,
            kinds: .known)
        let finder = SearchService(store: store, clock: time)
        let track = TrackServices(
            engine: engine, reader: reader, marks: store, labels: labels?.manager,
            stories: StoryService(store: store, indexer: labels?.indexer), history: finder, finder: finder,
            session: session)
        for greeting in greetings { session.messages.announce(greeting) }
        for name in pausedNow { session.messages.announce(.sourceEndsProgram, .words(name)) }
        reportCrashes(to: session.messages)
        try await noteLaunch(session)
        let notifier = { [messages = session.messages] (settings: ConfigurationFile) in
            Notifier(terminal: terminal, configuration: settings, messages: messages)
        }
        let services = ReaderServices(
            session: session, track: track, sources: sources, threads: threads, accounts: accounts, posting: posting,
            sourceFilters: sourceFilters,
            diagnostics: diagnostics,
            onboardingService: onboardingService, banner: banner)
        services.announcer.announcing = notifier(session.settings.current)
        await services.announcer.restore()
        // The change itself was reported on the screen; later starts only add it to the history.
        for remark in files.remarks { session.messages.log(remark, .note) }
        session.messages.report(files.errors)
        let app = FiberApp(
            services: services, terminal: terminal, choices: files.choices(session.settings.current),
            pictures: write == nil ? pictureMaking(chosen, reportingTo: session.messages) : nil, write: write,
            instrumentation: diagnostics.log)
        let refreshTimer = RefreshTimer(
            asking: engine, every: refreshInterval ?? session.settings.current.refreshInterval,
            ownIntervals: ownIntervals, time: time)
        let settings = LiveSettings(
            services, of: app, files: files, browser: browser,
            refreshTimer: refreshInterval == nil ? refreshTimer : nil,
            notifier: notifier)
        let background = SessionTasks(reportingTo: session.messages)
        var server: RequestServer?
        defer {
            server?.end()
            background.cancel()
            refreshTimer.stop()
            engine.pauseStreams()
        }
        background.add { [engine, log = diagnostics.log] in await FillSpans.follow(engine, into: log) }
        app.onStart = {
            if write == nil { chosen.reportColors(terminal.capabilities.depth, session.messages) }
            engine.resumeActions()
            engine.resumeStreams()
            server = acceptRequests(for: app, reportingTo: session.messages)
            keepCurrent(services, by: background)
            background.add {
                let live = LiveConfiguration(path: configuration.path, time: time)
                guard let watch = await live.begin(reportingTo: session.messages) else { return }
                try await live.follow(watch, from: files, reportingTo: session.messages) { settings.apply($0) }
            }
            background.add {
                // Watching starts before reading, so that no change in between is missed.
                if let live, let watching = await live.begin(reportingTo: session.messages) {
                    background.add { try await live.follow(watching, reportingTo: session.messages) }
                }
                try await startRefreshing(
                    by: refreshTimer, atStart: refreshesAtStart ?? session.settings.refreshesAtStart,
                    reportingTo: session.messages)
            }
        }
        // Writing to a closed connection must not end the program: it is an error like any other.
        signal(SIGPIPE, SIG_IGN)
        let ending = try await app.run(at: route)
        await positions?.end()
        if case .signal(let number) = ending {
            throw Interruption(number: number.rawValue)
        }
        return app.coordinator?.onboardingOutcome
    }

    /// Starts the work that keeps the store and what is read of it current.
    @MainActor
    private func keepCurrent(_ services: ReaderServices, by background: SessionTasks) {
        let session = services.session
        if let labels {
            background.add {
                await labels.indexer.keepUp(behind: engine) { @MainActor error in session.messages.problem(error) }
            }
        }
        background.add {
            try await RetentionTask(engine: engine, store: store, time: time)
                .run { [settings = session.settings] now in await settings.current.retention(at: now) }
        }
        if let keepNotes { background.add { await keepNotes() } }
        if let uploads {
            background.add {
                for await upload in uploads { session.uploads.update(upload.map { ($0.sent, $0.total) }) }
            }
        }
        if let positions { background.add { await positions.run(reportingTo: session.messages) } }
        background.add {
            try await LiveStore(store: store, time: time)
                .follow(services.track.marks, reportingTo: session.messages)
        }
    }

    /// Lets commands in another terminal use this session.
    @MainActor
    private func acceptRequests(for app: FiberApp, reportingTo messages: MessageCenter) -> RequestServer? {
        guard let requests else { return nil }
        let directories = diagnostics.directories
        do {
            let open: @MainActor @Sendable (OpenRequest) async throws -> PlaceOpened? = { [weak app] request in
                guard app?.open(try await requests.route(for: request)) == true else {
                    throw CommandFailure(.failed, Message("runningFiberBusy"))
                }
                return PlaceOpened()
            }
            return try RequestServer(
                in: directories.state, store: directories.storeFile,
                RequestServer.Handlers(
                    open: open, refresh: requests.refresh, fill: requests.fill, act: requests.act,
                    clean: requests.clean
                ) {
                    messages.localizer($0)
                })
        } catch {
            messages.log(messages.localizer(.openUnavailable, .words("\(error)")))
            return nil
        }
    }

    /// Returns a function that makes the picture loader once the terminal is known, or `nil` without pictures.
    @MainActor
    private func pictureMaking(
        _ settings: ConfigurationFile, reportingTo messages: MessageCenter
    ) -> FiberApp.PictureMaking? {
        guard let pictures else { return nil }
        let loader = pictures.loader(settings) { error in
            Task { @MainActor in messages.problem(Console.words(error.message)) }
        }
        let protocolName = settings.choice("images.protocol")
        return { capabilities, theme in
            ScreenPictures(loader: loader, renderer: PictureRenderer(capabilities, theme, protocolName: protocolName))
        }
    }

    /// Returns the terminal, and in linear mode also the writer of lines.
    @MainActor
    private func terminal(
        _ crashes: CrashRecord, _ settings: ConfigurationFile
    ) -> (any Terminal, write: ((String) -> Void)?) {
        let environment = ProcessInfo.processInfo.environment
        guard isLinear || settings.flag("appearance.linear") else {
            var options = settings.terminalOptions
            options.crashRecord = crashes.descriptor
            return (NcursesTerminal(environment: environment, options: options), nil)
        }
        let terminal = LinearTerminal(environment: environment, crashRecord: crashes.descriptor)
        return (terminal, terminal.write)
    }

    /// Reports earlier crashes.
    @MainActor
    private func reportCrashes(to messages: MessageCenter) {
        do {
            if let crash = try CrashRecord.collectNews(in: diagnostics.directories.state).last {
                messages.announce(
                    .crashed,
                    .words(SignalName.named(in: crash.split(separator: "\n").first.map(String.init) ?? "")))
            }
        } catch {
            messages.log(messages.localizer(.crashesUnreadable, .words(error.localizedDescription)))
        }
    }

    /// Stores the running version, and reports an upgrade.
    @MainActor
    private func noteLaunch(_ session: SessionContext) async throws {
        let launch = Launch(version: Version.text, last: try await session.preferences.value(.version))
        if case .afterUpgrade(let last) = launch {
            session.messages.show(.upgraded, .words(Version.text), .words(last))
        }
        if launch != .cold { session.preferences.set(.version, to: Version.text) }
        diagnostics.log.record(ProgramLaunched(launch: launch))
    }

    /// Refreshes now if wanted, and by the timer from then on. A stopped process sends no requests.
    @MainActor
    private func startRefreshing(
        by refreshTimer: RefreshTimer, atStart: Bool, reportingTo messages: MessageCenter
    ) async throws {
        if let sharing, let reason = sharing.lease.obstacle {
            messages.show(reason)
            try await sharing.followUntilLeaseAcquired()
            messages.show(.refreshesAgain)
        }
        if atStart {
            // The rows that are stored come first.
            try await time.sleep(for: .milliseconds(100))
            engine.refresh(.manual)
        }
        try Task.checkCancellation()
        refreshTimer.start()
    }
}

extension ConfigurationFile {
    var localizer: Localizer {
        .named(choice("appearance.language"), environment: ProcessInfo.processInfo.environment)
    }

    @MainActor
    fileprivate var terminalOptions: NcursesTerminal.Options {
        var options = NcursesTerminal.Options()
        options.usesASCII = flag("appearance.ascii")
        options.conventions = TextConventions(
            widensAmbiguous: choice("appearance.ambiguous-width") == "wide",
            ordersText: choice("appearance.right-to-left") == "fiber")
        options.depth = colorDepth
        options.drawsHyperlinks = ["always": true, "never": false][choice("appearance.hyperlinks")]
        return options
    }

    /// The requested number of colours, or `nil` for what the terminal supports.
    private var colorDepth: ColorDepth? {
        switch choice("appearance.colors") {
        case "truecolor": .truecolor
        case "256": .palette
        case "16": .sixteen
        case "none": ColorDepth.none
        default: nil
        }
    }

    /// Reports why there are fewer colours than requested.
    @MainActor
    fileprivate func reportColors(_ depth: ColorDepth, _ messages: MessageCenter) {
        guard let colorDepth, depth < colorDepth else { return }
        let environment = TerminalEnvironment(ProcessInfo.processInfo.environment)
        if environment.wantsNoColor {
            messages.show(.colorsRefused)
        } else {
            messages.show(.colorsFewer, .words(environment.term))
        }
    }
}

/// The start of the program.
private struct ProgramLaunched: InstrumentedEvent {
    let launch: Launch

    var name: String { "program.launch" }
    var level: JournalLevel? { .info }
    var duration: Duration? { nil }
    var payload: [JournalDetail] {
        switch launch {
        case .first: [JournalDetail("kind", "first")]
        case .cold: [JournalDetail("kind", "cold")]
        case .afterUpgrade(let last): [JournalDetail("kind", "after-upgrade"), JournalDetail("from", last)]
        }
    }
}
