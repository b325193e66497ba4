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
    private(set) var stage: Stage
    let keymap: Keymap
    var layers: [any Layer] = []

    private let terminal: any Terminal
    /// Writes what the screens say, in the place of drawing them.
    private let write: ((String) -> Void)?
    private var narrator = Narrator()
    private let loop: EventLoop
    private let pictures: PictureMaking?
    private var matcher = KeyMatcher()
    /// The themes that can be chosen.
    let themes: [Theme]
    private(set) var currentTheme: String
    /// Takes note of how long things take; nil where nobody wants to know.
    private let instrumentation: (any Instrumentation)?
    private var watchdog: StallWatchdog?
    /// Since when a key, and since when a commit, waits for its frame.
    private var waiting: (key: ContinuousClock.Instant?, commit: ContinuousClock.Instant?) = (nil, nil)
    /// What the next command line begins with.
    private var commandLineStart = ""

    /// Makes the front-end over a terminal; ``run(at:)`` starts it.
    ///
    /// - Parameters:
    ///   - keymap: The key table, the user's changes included.
    ///   - themes: The themes that can be chosen; at least one.
    ///   - theme: The theme's name where the reader has not chosen one; unknown names mean the first.
    ///   - pictures: Makes what gets pictures, once it is known what the terminal can show; nil where none are drawn.
    ///   - instrumentation: Takes note of how long things take; nil where nobody wants to know.
    ///   - write: Linear mode: gets what the screens say, text that is never taken back, and nothing is drawn. Nil to draw.
    public init(
        services: ReaderServices, terminal: any Terminal, keymap: Keymap, themes: [Theme] = Theme.builtIn,
        theme: String = Theme.dark.name, pictures: PictureMaking? = nil, write: ((String) -> Void)? = nil,
        instrumentation: (any Instrumentation)? = nil
    ) {
        self.instrumentation = instrumentation
        self.pictures = pictures
        self.services = services
        self.terminal = terminal
        self.write = write
        self.keymap = keymap
        self.themes = themes
        currentTheme = theme
        stage = Stage(look: Look(), keymap: keymap)
        loop = EventLoop(terminal: terminal)
        services.clipboard = TerminalClipboard(terminal: terminal)
        services.messages.onChange = { [weak self] in self?.messagesChanged() }
        watchdog = instrumentation.map { instrumentation in
            StallWatchdog(instrumentation, clock: ContinuousClock()) { [weak self] in
                self.map { !$0.services.activity.isIdle || !$0.loop.isIdle } ?? false
            }
        }
    }

    /// Runs until the reader quits or something ends the program. Everything is written by then.
    public func run(at route: Route? = nil) async throws -> EventLoop.Ending {
        await restoreTheme()
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
        stage = Stage(look: look(of: currentTheme), keymap: keymap)
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

    // MARK: Themes

    /// Takes another theme, at once and for the next start.
    public func setTheme(_ name: String) {
        guard theme(named: name) != nil else { return }
        currentTheme = name
        stage.look = look(of: name)
        // What is transparent shows the theme's background.
        services.pictures = pictures?(terminal.capabilities, stage.look.theme)
        services.preferences.set(.theme, to: name)
        loop.setNeedsDisplay()
    }

    private func theme(named name: String) -> Theme? {
        themes.first { $0.name == name }
    }

    private func look(of theme: String) -> Look {
        let capabilities = terminal.capabilities
        let theme = self.theme(named: theme) ?? themes.first ?? .dark
        return Look(
            theme: theme.adapted(to: capabilities.depth), glyphs: capabilities.glyphs.with(theme.touch),
            wording: services.wording)
    }

    private func restoreSettings() async {
        do {
            let use = try await services.preferences.value(.pictures)
            if let use = use.flatMap({ PictureUse(rawValue: $0) }) { services.pictureUse = use }
            try await services.restore()
        } catch {
            services.messages.log(services.wording(.readFailed, .words(String(describing: error))))
        }
    }

    private func restoreTheme() async {
        do {
            let name = try await services.preferences.value(.theme)
            if let name, theme(named: name) != nil { currentTheme = name }
        } catch {
            services.messages.log(services.wording(.readFailed, .words(String(describing: error))))
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
        loop.setNeedsDisplay()
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
            settings: { [weak self] in self?.settingChoices ?? [] },
            commands: { [weak self] in self.map { $0.stage.texts.commands(in: $0.topContexts) } ?? [] })
    }

    private var topContexts: [KeyContext] { layers.last?.contexts ?? [.everywhere] }

    private var settingChoices: [SettingChoice] {
        let wording = services.wording
        let timeline = coordinator?.timeline?.timeline
        return [
            SettingChoice(
                title: wording(.settingTheme), options: themes.map(\.name),
                current: { [weak self] in self?.currentTheme ?? "" }, apply: { [weak self] in self?.setTheme($0) }),
            SettingChoice(
                title: wording(.settingDensity), options: Density.allCases.map(\.rawValue),
                current: { timeline?.state.density.rawValue ?? "" },
                apply: { name in if let density = Density(rawValue: name) { timeline?.set(density) } }),
            SettingChoice(
                title: wording(.settingTimes), options: TimeStyle.allCases.map(\.rawValue),
                current: { timeline?.state.timeStyle.rawValue ?? "" },
                apply: { name in if let style = TimeStyle(rawValue: name) { timeline?.set(style) } }),
            SettingChoice(
                title: wording(.settingPictures), options: PictureUse.allCases.map(\.rawValue),
                current: { [services] in services.pictureUse.rawValue },
                apply: { name in if let use = PictureUse(rawValue: name) { timeline?.set(use) } }),
            SettingChoice(
                title: wording(.settingStories), options: [wording(.storyFolds), wording(.storyApart)],
                current: { wording(timeline?.folds ?? false ? .storyFolds : .storyApart) },
                apply: { name in timeline?.set(folds: name == wording(.storyFolds)) }),
            flag(.settingMarkOnOpen, { [services] in services.marksReadOnOpen }) { [services] in
                services.set(marksReadOnOpen: $0)
            },
            flag(.settingMarkOnPassing, { [services] in services.marksReadOnPassing }) { [services] in
                services.set(marksReadOnPassing: $0)
            },
            flag(.settingVitals, { timeline?.showsVitals ?? false }) { timeline?.set(showsVitals: $0) },
        ]
    }

    /// A setting that is on or off.
    private func flag(
        _ title: Phrase, _ current: @escaping () -> Bool, apply: @escaping (Bool) -> Void
    ) -> SettingChoice {
        let (on, off) = (services.wording(.settingOn), services.wording(.settingOff))
        return SettingChoice(
            title: services.wording(title), options: [on, off], current: { current() ? on : off },
            apply: { apply($0 == on) })
    }

    private func messagesChanged() {
        for layer in layers { (layer as? MessagesLayer)?.refresh() }
        loop.setNeedsDisplay()
    }

    private func layer(for screen: Screen) -> any Layer {
        let redraw: () -> Void = { [weak self] in self?.loop.setNeedsDisplay() }
        switch screen {
        case .timeline(let model):
            model.onChange = redraw
            return TimelineLayer(model: model, stage: stage) { [weak self] in self?.openCommandLine("goto ") }
        case .ticket(let model):
            model.onChange = redraw
            return TicketLayer(model: model, stage: stage)
        case .links(let model):
            model.onChange = redraw
            return LinksLayer(model: model, stage: stage)
        case .pictures(let model):
            model.onChange = redraw
            return PictureLayer(model: model, stage: stage)
        case .help(let model):
            model.onChange = redraw
            return HelpLayer(model: model, stage: stage)
        case .messages(let model):
            model.onChange = redraw
            return MessagesLayer(model: model, stage: stage)
        case .sources(let model):
            model.onChange = redraw
            return SourcesLayer(model: model, stage: stage)
        case .settings(let model):
            model.onChange = redraw
            return SettingsLayer(model: model, stage: stage)
        case .developer(let model):
            model.onChange = redraw
            return DeveloperLayer(model: model, stage: stage)
        case .credits(let model):
            model.onChange = redraw
            return CreditsLayer(model: model, stage: stage)
        case .topics(let model):
            model.onChange = redraw
            return TopicsLayer(model: model, stage: stage)
        case .filtered(let model):
            model.onChange = redraw
            return FilteredLayer(model: model, stage: stage)
        case .rule(let model):
            model.onChange = redraw
            return RuleLayer(model: model, stage: stage)
        case .search(let model):
            model.onChange = redraw
            return SearchLayer(model: model, stage: stage)
        case .command(let model):
            model.onChange = redraw
            let start = commandLineStart
            commandLineStart = ""
            return CommandLayer(
                model: model, stage: stage, initial: start,
                close: { [weak self] in self?.coordinator?.timeline?.back() },
                run: { [weak self] command, argument in
                    self?.coordinator?.timeline?.back()
                    self?.perform(command, argument: argument)
                })
        }
    }
}

// MARK: - Router

extension FiberApp: Router {
    /// Shows a screen alone.
    public func setRoot(_ screen: Screen) {
        layers = [layer(for: screen)]
        stackChanged()
    }

    /// Shows a screen over the others.
    public func push(_ screen: Screen) {
        layers.append(layer(for: screen))
        stackChanged()
    }

    /// Takes the topmost screen away.
    public func pop() {
        if layers.count > 1 { layers.removeLast() }
        stackChanged()
    }

    /// Ends the program.
    public func quit() {
        loop.finish()
    }

    private func stackChanged() {
        matcher.reset()
        placeLayers(in: terminal.size)
        loop.setNeedsDisplay()
    }
}

// MARK: - The event loop's client

extension FiberApp: EventLoop.Client {
    /// Takes an event.
    public func handle(_ event: TerminalEvent) {
        watchdog?.wake()
        switch event {
        case .key(let key):
            if instrumentation != nil, waiting.key == nil { waiting.key = .now }
            press(key)
        case .paste(let text):
            if layers.last?.paste(text) != true { pasteAddress(text) }
        case .mouse(let event):
            guard let (layer, area) = places(in: terminal.size).last(where: { $0.area.contains(event.point) }) else {
                return
            }
            if layer.mouse(event, in: area) { loop.setNeedsDisplay() }
        case .resized(let size): placeLayers(in: size)
        case .resumed: loop.setNeedsDisplay()
        case .signal, .closed: break
        }
    }

    /// Takes note of what a frame took, and of how long what it shows had waited for it.
    public func drew(in duration: Duration) {
        guard let instrumentation else { return }
        instrumentation.record(FrameDrawn(duration: duration))
        if let key = waiting.key { instrumentation.record(KeyAnswered(duration: key.duration(to: .now))) }
        waiting.key = nil
        // With nothing under way any more, all of it is on the screen.
        if let commit = waiting.commit, services.activity.isIdle {
            instrumentation.record(CommitShown(duration: commit.duration(to: .now)))
            waiting.commit = nil
        }
    }

    /// Draws what is seen.
    public func draw(into frame: inout Frame) {
        if let write {
            guard let top = layers.last else { return }
            let text = narrator.narrate(top.reading, services.messages.history)
            if !text.isEmpty { write(text) }
            return
        }
        frame.buffer.fill(frame.buffer.bounds, style: stage.look.theme[.text])
        for (layer, area) in places(in: frame.buffer.size) {
            frame.cursor = layer.draw(in: area, of: &frame.buffer)
        }
        drawSeparator(&frame.buffer)
        PendingKeys(matcher: matcher, continuations: continuations, look: stage.look).draw(on: &frame.buffer)
        drawToast(&frame.buffer)
    }

    /// What may follow the keys that wait for more.
    private var continuations: [Binding] {
        guard !matcher.pending.isEmpty, let top = layers.last,
            case .prefix(let rows) = keymap.match(matcher.pending, in: top.contexts.map(\.rawValue))
        else { return [] }
        return rows
    }

    private func drawToast(_ buffer: inout CellBuffer) {
        guard let toast = services.messages.toast, buffer.size.height > 3 else { return }
        var area = buffer.bounds
        // Where somebody types, the keys stand above that line.
        _ = area.cutBottom(layers.last?.isTyping == true ? 2 : 1)
        Toast.draw(
            toast.text, toast.kind == .problem ? .warning : .notice, in: area, of: &buffer, theme: stage.look.theme,
            glyphs: stage.look.glyphs)
    }

    private func press(_ key: Key) {
        guard let top = layers.last else { return }
        loop.setNeedsDisplay()
        if top.isTyping {
            if !top.type(key), key == .control("c") { coordinator?.close() }
            return
        }
        switch matcher.press(key, in: top.contexts.map(\.rawValue), of: keymap) {
        case .command(let binding, let count):
            if let command = Command(rawValue: binding.command) { perform(command, count: count) }
        case .pending, .counting, .unbound, .cancelled: break
        }
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
