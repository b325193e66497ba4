public import Coordinators
public import EngineConcepts
public import TerminalDriver
public import TerminalKit
public import ViewModels

/// The front end: connects the event loop, the coordinators and the screens.
///
/// A key is looked up in the top screen's table and becomes a command, which the top screen or the program performs.
/// A frame is requested when a state changes, and drawn once per batch of events.
public final class FiberApp {
    /// Makes the loader of ``CellPicture``s for a terminal and a theme, or returns `nil` if the terminal draws no pictures.
    public typealias PictureMaking = (TerminalCapabilities, Theme) -> (any PictureLoading)?

    /// Called once, when the first screen is shown and observes the engine.
    public var onStart: (() -> Void)?
    public private(set) var coordinator: AppCoordinator?

    let services: ScreenServices
    let terminal: any Terminal
    let loop: EventLoop
    let ui: UIState
    /// All kinds of screens, the root first.
    let screenRows: [ScreenRow]
    let makePictureLoader: PictureMaking?
    /// The output of linear mode, or `nil` to draw.
    let narration: Narration?
    /// Records how fast the screen reacts, or `nil` if nothing is recorded.
    private(set) var responseTimes: ResponseTimes?
    /// The commands, keys, themes and row templates from the user's files.
    var choices: AppChoices
    var stack = ScreenStack()
    var matcher = KeyMatcher()
    /// The last frame, which tells what is under the mouse pointer, or `nil` before the first frame of a screen.
    var lastFrame: CellBuffer?
    /// The area of the message in the last frame, or `nil` if it shows none.
    var messageArea: Rect?
    /// The screen in whose line an answer was last entered, and the number of the last message before.
    var lastAnswer: (screen: ObjectIdentifier, message: Int)?
    /// True while messages say which settings change: always in linear mode, otherwise during a typed command.
    var announcesSettings: Bool
    /// Runs the user's macros on the open screens.
    lazy var macros = MacroRunner(app: self)

    /// All commands, with those of the user.
    var commands: CommandTable { choices.commands }
    /// True if the screens are read out instead of drawn.
    var isLinear: Bool { narration != nil }
    var topContexts: [KeyContext] { stack.top?.contexts ?? [.everywhere] }

    /// Creates the front end for a terminal; ``run(at:)`` starts it.
    ///
    /// - Parameters:
    ///   - choices: The commands, keys, themes and row templates from the user's files.
    ///   - screens: All screens, the root first.
    ///   - pictures: Makes the loader of pictures once the terminal's capabilities are known, or `nil` to show no
    ///     pictures.
    ///   - instrumentation: Records durations, or `nil` to record nothing.
    ///   - write: Linear mode: receives the text of the screens, which is never taken back; nothing is drawn. `nil`
    ///     to draw.
    public init(
        services: ScreenServices, terminal: any Terminal, choices: AppChoices,
        screens: [ScreenRow] = ScreenTable.rows, pictures: PictureMaking? = nil,
        write: ((String) -> Void)? = nil, instrumentation: (any Instrumentation)? = nil
    ) {
        makePictureLoader = pictures
        self.services = services
        screenRows = screens
        self.terminal = terminal
        narration = write.map { Narration($0) }
        announcesSettings = write != nil
        services.session.announcesStops = write != nil
        self.choices = choices
        ui = UIState(
            Appearance(localizer: services.session.localizer), choices, preferences: services.session.preferences)
        loop = EventLoop(terminal: terminal)
        services.session.programs.lender = self
        services.session.messages.changes.observe(for: self) { [weak self] _ in self?.loop.setNeedsDisplay() }
        // The screen may be as before, but input may wait.
        services.session.activity.onInputReleased = { [weak self] in self?.loop.setNeedsDisplay() }
        services.session.settings.changes.observe(for: self) { [weak self] in self?.settingsChanged($0) }
        responseTimes = instrumentation.map { instrumentation in
            ResponseTimes(instrumentation) { [weak self] in
                self.map { !$0.session.activity.isIdle || !$0.loop.isIdle } ?? false
            } idle: { [weak self] in
                await self?.idle()
            }
        }
        nameKeys()
    }

    /// Runs until the user quits or a signal ends the program. Everything is written before it returns.
    public func run(at route: Route? = nil) async throws -> EventLoop.Ending {
        await restoreSettings()
        loop.post { [weak self] in self?.begin(at: route) }
        responseTimes?.start(services.track.engine.events())
        defer { responseTimes?.stop() }
        let ending = try await loop.run(self)
        if coordinator?.state != .finished {
            coordinator?.timeline?.timeline.stop()
            await session.outgoing.sendNow()
            await services.track.flush()
        }
        return ending
    }

    /// Goes to a place while the program runs. If that is not possible now, the screen stays as it is.
    public func show(_ route: Route) async -> RouteOutcome {
        guard let coordinator else { return .busy }
        return await coordinator.show(route, unless: { stack.top?.holdsDraft == true })
    }

    /// Sets up screens and pictures after the terminal has started, when its size and capabilities are known.
    private func begin(at route: Route?) {
        ui.update(choices.appearance(in: session, on: terminal.capabilities), choices)
        nameKeys()
        updatePictures()
        let coordinator = AppCoordinator(services: services, frontEnd: frontEnd, router: self)
        self.coordinator = coordinator
        coordinator.start(at: route)
        onStart?()
    }

    /// Returns when no work is in progress and the screen shows its results.
    func idle() async {
        repeat {
            await session.activity.idle()
            await loop.idle()
        } while !(session.activity.isIdle && loop.isIdle)
    }

    /// Makes the loader of pictures for the terminal's capabilities and the theme.
    func updatePictures() { session.pictureLoader = makePictureLoader?(terminal.capabilities, ui.appearance.theme) }

    private func restoreSettings() async {
        do {
            try await ui.restoreHistories()
            try await session.settings.restore()
        } catch {
            session.messages.log(.readFailed, error)
        }
    }

    /// Lets messages name the keys of the screens that are open now.
    func nameKeys() {
        let keys = ScreenKeys(
            keymap: choices.keymap, glyphs: ui.appearance.glyphs,
            screens: stack.screens.reversed().map { $0.contexts })
        session.keys.set { keys.label(of: $0, in: $1) }
    }
}

/// Leaving the terminal to others.
extension FiberApp: TerminalLending {
    /// Leaves the screen to a program, after everything is written.
    public func lendTerminal(during work: () async throws -> Void) async throws {
        await services.track.flush()
        try await loop.lend(during: work)
    }

    /// Stops the process like the shell's suspend key, after everything is written.
    func suspend() {
        session.activity.run { [self] in
            await services.track.flush()
            loop.suspend()
        }
    }

    /// Opens a file in the editor, or says that there is none.
    func edit(_ path: String?) {
        guard let path, !path.isEmpty else { return session.messages.show(.editNoFile) }
        session.programs.edit(path)
    }
}
