public import Coordinators
public import EngineConcepts
public import TerminalKit
public import ViewModels

/// The front-end: ties the event loop, the coordinators and the screens together.
///
/// A key goes to the top screen's table, becomes a command, and the command goes to the top screen, then to the flow. A
/// frame is asked for when a state has changed, and drawn once per batch of events.
public final class FiberApp {
    /// Makes what gets pictures for a terminal and a theme, as ``CellPicture``s.
    public typealias PictureMaking = (TerminalCapabilities, Theme) -> (any PictureLoading)?

    /// Told once, when the first screen stands and listens to the engine.
    public var onStart: (() -> Void)?
    /// The flow at the root.
    public private(set) var coordinator: AppCoordinator?

    let services: ReaderServices
    private(set) var stage: UIContext
    /// What the reader's files say.
    var choices: ReaderChoices
    var layers: [any ScreenController] = []

    let terminal: any Terminal
    /// Writes what the screens say, in the place of drawing them.
    let write: ((String) -> Void)?
    var narrator = Narrator()
    let loop: EventLoop
    let pictures: PictureMaking?
    var matcher = KeyMatcher()
    /// Takes note of how long things take; nil where nobody wants to know.
    let instrumentation: (any Instrumentation)?
    var watchdog: StallWatchdog?
    /// Since when a key, and since when a commit, waits for its frame.
    var waiting: (key: ContinuousClock.Instant?, commit: ContinuousClock.Instant?) = (nil, nil)
    /// What the next command line begins with.
    var commandLineStart = ""

    /// Makes the front-end over a terminal; ``run(at:)`` starts it.
    ///
    /// - Parameters:
    ///   - choices: What the reader's files say of keys, themes and rows.
    ///   - pictures: Makes what gets pictures, once it is known what the terminal can show; nil where none are drawn.
    ///   - instrumentation: Takes note of how long things take; nil where nobody wants to know.
    ///   - write: Linear mode: gets what the screens say, text that is never taken back, and nothing is drawn. Nil to draw.
    public init(
        services: ReaderServices, terminal: any Terminal, choices: ReaderChoices, pictures: PictureMaking? = nil,
        write: ((String) -> Void)? = nil, instrumentation: (any Instrumentation)? = nil
    ) {
        self.instrumentation = instrumentation
        self.pictures = pictures
        self.services = services
        self.terminal = terminal
        self.write = write
        self.choices = choices
        stage = UIContext(look: RenderStyle(), keymap: choices.keymap, wording: services.wording)
        loop = EventLoop(terminal: terminal)
        services.clipboard = TerminalClipboard(terminal: terminal)
        services.messages.onChange = { [weak self] in self?.messagesChanged() }
        services.settings.observe(for: self) { [weak self] in self?.settingsChanged($0) }
        watchdog = instrumentation.map { instrumentation in
            StallWatchdog(instrumentation, clock: ContinuousClock()) { [weak self] in
                self.map { !$0.services.activity.isIdle || !$0.loop.isIdle } ?? false
            }
        }
    }

    /// Runs until the reader quits or something ends the program. Everything is written by then.
    public func run(at route: Route? = nil) async throws -> EventLoop.Ending {
        await restoreSettings()
        loop.post { [weak self] in self?.begin(at: route) }
        let commits = instrumentation.map { _ in followCommits() }
        defer {
            commits?.cancel()
            watchdog?.stop()
        }
        let ending = try await loop.run(self)
        if coordinator?.state != .finished {
            coordinator?.timeline?.timeline.stop()
            await services.flush()
        }
        return ending
    }

    /// Takes note of when the engine commits something.
    private func followCommits() -> Task<Void, Never> {
        let events = services.engine.events()
        return Task { [weak self] in
            for await event in events {
                guard case .committed = event else { continue }
                if self?.waiting.commit == nil { self?.waiting.commit = .now }
                self?.watchdog?.wake()
            }
        }
    }

    /// The terminal has started: now its size and what it can show are known.
    private func begin(at route: Route?) {
        stage = UIContext(
            look: currentLook, keymap: choices.keymap, wording: services.wording, history: stage.commandHistory)
        services.pictures = pictures?(terminal.capabilities, stage.look.theme)
        let coordinator = AppCoordinator(dependencies: dependencies(), router: self)
        self.coordinator = coordinator
        coordinator.start(at: route)
        onStart?()
    }

    /// Returns when nothing is under way and the screen shows it all. For tests.
    public func idle() async {
        repeat {
            await services.activity.idle()
            await loop.idle()
        } while !(services.activity.isIdle && loop.isIdle)
    }

    /// How many frames were drawn so far.
    public var framesDrawn: Int { loop.framesDrawn }

    /// The terminal has said what it can draw: pictures are set for that from now on.
    func learnPictures() {
        services.pictures = pictures?(terminal.capabilities, stage.look.theme)
    }

    /// Remembers what was typed as commands, over restarts; not those with a name or password in an address, which must not
    /// lie in the store.
    func keepCommands() {
        let kept = stage.commandHistory.entries.filter { entry in
            entry.firstRange(of: "://").map { !entry[$0.upperBound...].contains("@") } ?? true
        }
        services.preferences.set(.commands, to: kept.suffix(50).joined(separator: "\n"))
    }

    private func restoreSettings() async {
        do {
            if let commands = try await services.preferences.value(.commands) {
                stage.commandHistory = InputHistory(commands.split(separator: "\n").map(String.init))
            }
            try await services.settings.restore()
        } catch {
            services.messages.log(services.wording(.readFailed, .words(services.wording.words(for: error))))
        }
    }

    // MARK: What commands need

    /// Opens the command line with something in it.
    func openCommandLine(_ start: String) {
        commandLineStart = start
        coordinator?.timeline?.openCommandLine()
    }

    /// Draws all of the screen anew.
    func redraw() {
        loop.redraw()
    }

    /// Stops the process as a shell's suspend key does, once everything is written.
    func suspend() {
        services.activity.run { [weak self, services] in
            await services.flush()
            self?.loop.suspend()
        }
    }

    // MARK: What the flows need

    private func dependencies() -> FlowDependencies {
        FlowDependencies(
            services: services, rowMeasure: stage.rows, ticketMeasure: stage.tickets,
            help: { [weak self] _ in self.map { $0.stage.texts.help(first: $0.topContexts) } ?? [] },
            settings: settingsContext,
            commands: { [weak self] in self?.typedCommands ?? [] })
    }

    var topContexts: [KeyContext] { layers.last?.contexts ?? [.everywhere] }

    private func messagesChanged() {
        for layer in layers { (layer as? MessagesController)?.refresh() }
        loop.setNeedsDisplay()
    }
}

/// Copies through the terminal.
private final class TerminalClipboard: ClipboardWriting {
    private let terminal: any Terminal

    init(terminal: any Terminal) {
        self.terminal = terminal
    }

    func copy(_ text: String) throws {
        terminal.copy(text)
    }
}
