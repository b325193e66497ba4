import Coordinators
import EngineConcepts
import EngineStandard
import FiberConfiguration
import Foundation
import Imaging
import Localization
import Storage
import TerminalKit
import TerminalUI
import ViewModels

/// One sitting at the screen: the view-models' services, the terminal, and what asks for news while somebody reads.
struct TerminalSession {
    let engine: any Engine
    let reader: any TrackReader
    let store: TrackDatabase
    let sources: any SourceManaging
    let configuration: ConfigurationFile
    let time: any TimeSource
    /// Opens threads; nil where there are none.
    var threads: Threads?
    /// Topics and rules, and what keeps the store deciding by them; nil where there are none.
    var labels: (manager: any LabelManaging, indexer: LabelIndexer)?
    /// What is said above the timeline; nil for nothing.
    var banner: String?
    /// Whether to ask for news at the start; nil for as the settings say.
    var refreshesAtStart: Bool?
    /// How often to see whether there is news, each source being asked when it is due; nil for as often as the settings say.
    var refreshInterval: Duration?
    /// Whether to say everything line by line, whatever the settings say.
    var isLinear = false
    /// What others change meanwhile; nil where nobody can.
    var live: LiveSources?
    /// The store as others have it open too; nil where nobody can.
    var sharing: StoreSharing?
    /// Where pictures come from; nil where there are none.
    var pictures: PictureSupply?
    /// Follows the first sources; nil where the timeline is no sample that somebody begins with.
    var beginning: (any FirstRun)?
    /// What is said at the start.
    var greetings: [String] = []
    /// What is known of the program itself.
    let workings: ProgramDiagnostics

    /// Opens the screen, and returns when the reader leaves it: what the first steps came to, where there were any.
    @MainActor @discardableResult
    func run(at route: Route? = nil) async throws -> OnboardingCoordinator.Outcome? {
        guard isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1 else {
            throw CommandFailure(
                .failed, "The timeline needs a terminal, and standard input or output is none.",
                advice: "`fiber timeline` prints it, `fiber refresh` fetches what is new.")
        }
        let files = try ReaderFiles(configuration)
        // What is made once cannot wait for the screen to read what was chosen there.
        let chosen = try await configuration.chosen(in: store)
        let browser = SystemBrowser(command: chosen.words("browser.command"))
        let finder = StoreFinder(store: store, clock: time)
        let services = ReaderServices(
            engine: engine, reader: reader, marks: store, settings: store, sources: sources,
            browser: browser, time: time, wording: chosen.wording, configuration: configuration,
            threads: threads,
            labels: labels?.manager, stories: StoryService(store: store, indexer: labels?.indexer), history: finder,
            finder: finder, banner: banner)
        services.workings = workings
        services.beginning = beginning
        for greeting in greetings { services.messages.problem(greeting) }
        let crashes = try tellOfCrashes(services)
        defer { crashes.end() }
        try await noteLaunch(services)
        let (terminal, write) = terminal(crashes, chosen)
        let notifier = { [messages = services.messages] (settings: ConfigurationFile) in
            Notifier(terminal: terminal, configuration: settings, messages: messages)
        }
        let announcer = Announcer(notifier(services.settings.current), services: services)
        await announcer.restore()
        services.announcer = announcer
        // Said on the screen when it was written; at every start, in the history alone.
        for remark in files.remarks { services.messages.log(remark, .note) }
        services.messages.tell(files.complaints, in: services.wording)
        let app = FiberApp(
            services: services, terminal: terminal, choices: files.choices(services.settings.current),
            pictures: write == nil ? pictureMaking(chosen, telling: services.messages) : nil, write: write,
            instrumentation: workings.log)
        let clock = RefreshTimer(
            asking: engine, every: refreshInterval ?? services.settings.current.refreshInterval, time: time)
        let settings = LiveSettings(
            services, of: app, files: files, browser: browser, clock: refreshInterval == nil ? clock : nil,
            notifier: notifier)
        let spans = Task { [engine, log = workings.log] in await FillSpans.follow(engine, into: log) }
        var news: Task<Void, any Error>?
        var changes: Task<Void, any Error>?
        var reading: Task<Void, any Error>?
        var sorting: Task<Void, Never>?
        defer {
            spans.cancel()
            news?.cancel()
            changes?.cancel()
            reading?.cancel()
            clock.stop()
            sorting?.cancel()
        }
        app.onStart = {
            if write == nil { chosen.tellOfColors(terminal.capabilities.depth, services) }
            engine.resumeActions()
            if let labels {
                sorting = Task {
                    await labels.indexer.keepUp(behind: engine) { @MainActor error in
                        services.messages.problem(services.wording.words(for: error))
                    }
                }
            }
            reading = Task {
                let live = LiveConfiguration(path: configuration.path, time: time)
                guard let watch = await live.begin(telling: services.messages, in: services.wording) else { return }
                try await live.follow(watch, from: files, telling: services.messages, in: services.wording) {
                    settings.take($0)
                }
            }
            news = Task {
                // Watched before it is read: nothing can change unseen in between.
                if let live, let watching = await live.begin(telling: services.messages, in: services.wording) {
                    changes = Task {
                        try await live.follow(watching, telling: services.messages, in: services.wording)
                    }
                }
                try await askForNews(
                    by: clock, atStart: refreshesAtStart ?? services.settings.refreshesAtStart,
                    telling: services.messages, in: services.wording)
            }
        }
        // A write to a connection that was closed must not end the program: it is an error like any other.
        signal(SIGPIPE, SIG_IGN)
        if case .signal(let number) = try await app.run(at: route) {
            throw Interruption(number: number.rawValue)
        }
        return app.coordinator?.begun
    }

    /// Makes what gets pictures, once the terminal is known; nil where none are drawn.
    @MainActor
    private func pictureMaking(
        _ settings: ConfigurationFile, telling messages: MessageCenter
    ) -> FiberApp.PictureMaking? {
        guard let pictures else { return nil }
        let indexer = pictures.indexer(settings) { error in
            Task { @MainActor in messages.problem(error.description) }
        }
        let protocolName = settings.choice("images.protocol")
        return { capabilities, theme in
            ScreenPictures(indexer: indexer, setter: PictureSetter(capabilities, theme, protocolName: protocolName))
        }
    }

    /// The terminal; where the session is linear also what writes the words to it.
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

    /// Opens the record of this process, and says what crashes before it have left.
    @MainActor
    private func tellOfCrashes(_ services: ReaderServices) throws -> CrashRecord {
        let state = workings.directories.state
        let record = try CrashRecord(in: state)
        do {
            if let crash = try CrashRecord.takeNews(in: state).last {
                let signal = crash.split(separator: "\n").first.map(String.init) ?? ""
                services.messages.problem(services.wording(.crashed, .words(signal)))
            }
        } catch {
            services.messages.log(services.wording(.crashesUnreadable, .words(error.localizedDescription)))
        }
        return record
    }

    /// Remembers which Fiber this is, and says so where it is another one than the last time.
    @MainActor
    private func noteLaunch(_ services: ReaderServices) async throws {
        let launch = Launch(version: Version.text, last: try await services.preferences.value(.version))
        if case .afterUpgrade(let last) = launch {
            services.messages.note(services.wording(.upgraded, .words(Version.text), .words(last)))
        }
        if launch != .cold { services.preferences.set(.version, to: Version.text) }
        workings.log.record(ProgramLaunched(launch: launch))
    }

    /// Asks for news now, where that is wanted, and by the clock from then on. A stopped process asks for nothing.
    @MainActor
    private func askForNews(
        by clock: RefreshTimer, atStart: Bool, telling messages: MessageCenter, in wording: Localizer
    ) async throws {
        if let sharing, let reason = sharing.right.obstacle {
            messages.note(wording.ofTroubles(reason))
            try await sharing.followUntilAlone()
            messages.note(wording(.fetchesAgain))
        }
        if atStart { engine.refresh(.wanted) }
        clock.start()
    }
}

extension ConfigurationFile {
    /// The words of the screens.
    var wording: Localizer {
        .named(choice("appearance.language"), environment: ProcessInfo.processInfo.environment)
    }

    /// How to use the terminal.
    @MainActor
    fileprivate var terminalOptions: NcursesTerminal.Options {
        var options = NcursesTerminal.Options()
        options.usesASCII = flag("appearance.ascii")
        options.conventions = TextConventions(
            widensAmbiguous: choice("appearance.ambiguous-width") == "wide",
            ordersText: choice("appearance.right-to-left") == "fiber")
        options.depth = colorDepth
        return options
    }

    /// How many colours are asked for; nil for as many as the terminal says that it has.
    private var colorDepth: ColorDepth? {
        switch choice("appearance.colors") {
        case "truecolor": .truecolor
        case "256": .palette
        case "16": .sixteen
        case "none": ColorDepth.none
        default: nil
        }
    }

    /// Says why there are fewer colours than were asked for, where there are.
    @MainActor
    fileprivate func tellOfColors(_ depth: ColorDepth, _ services: ReaderServices) {
        guard let colorDepth, depth < colorDepth else { return }
        let environment = TerminalEnvironment(ProcessInfo.processInfo.environment)
        services.messages.note(
            environment.wantsNoColor
                ? services.wording(.colorsRefused) : services.wording(.colorsFewer, .words(environment.term)))
    }
}

/// The program has started.
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
