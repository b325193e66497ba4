import CNcurses
import CTerminalGuard
import Dispatch
public import TerminalKit

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// The terminal that the program was started in, through ncurses. The only owner of ncurses' state: there is one per
/// process, and all of it stays on the main actor.
public final class NcursesTerminal: Terminal {
    /// What can be chosen.
    public struct Options {
        /// How many colours; nil to find out.
        public var depth: ColorDepth?
        /// Whether to draw with ASCII characters only.
        public var usesASCII = false
        /// What the terminal makes of text; taken over for the process at the start.
        public var conventions = TextConventions()
        /// Whether the mouse reports to the program. The terminal's own selection of text then needs Shift.
        public var usesMouse = true
        /// A descriptor, open for writing, that gets a few lines should the process crash; -1 for none.
        public var crashRecord: Int32 = -1

        /// The usual choice.
        public init() {}
    }

    /// Columns and rows of the moment.
    public private(set) var size = Size(width: 80, height: 24)
    /// What the terminal can do; known after the start.
    public private(set) var capabilities = TerminalCapabilities(depth: .none, isUnicode: false)

    private let environment: TerminalEnvironment
    private let options: Options
    private var deliver: (@MainActor (TerminalEvent) -> Void)?
    private var painter: NcursesPainter?
    private var input: TerminalInput?
    private var signals: SignalSource?
    private var isStopping = false

    /// Makes the terminal; nothing happens to it before ``start(delivering:)``.
    public init(environment: [String: String], options: Options = Options()) {
        self.environment = TerminalEnvironment(environment)
        self.options = options
    }

    /// Takes the screen.
    public func start(delivering deliver: @escaping @MainActor (TerminalEvent) -> Void) throws {
        guard isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1 else { throw TerminalError.notATerminal }
        let isUTF8 = chooseLocale()
        try withTruecolorDescription {
            try requireCapableTerminal()
            try arm()
            // Before ncurses: it leaves alone what is caught already, and would ignore SIGTSTP during every frame.
            let signals = try SignalSource { [weak self] signal in self?.take(signal) }
            guard nc_newterm(nil) != nil else { throw TerminalError.unknownTerminal(environment.term) }
            self.signals = signals
        }
        raw()
        noecho()
        nonl()
        _ = typeahead(-1)
        let screen = nc_screen()
        _ = idlok(screen, true)
        leaveok(screen, true)
        curs_set(0)
        let depth = startColors()
        // Most signs beside text are of ambiguous width: where that is two columns, ASCII stands for them.
        let usesSigns = !options.usesASCII && !options.conventions.widensAmbiguous
        capabilities = TerminalCapabilities(
            depth: depth, isUnicode: isUTF8 && environment.hasRichFont && usesSigns,
            drawsPictures: isUTF8 && environment.drawsPictures)
        TextConventions.current = options.conventions
        painter = NcursesPainter(
            depth: depth, isSynchronized: environment.hasSynchronizedOutput, pairLimit: Int(nc_color_pairs()))
        self.deliver = deliver
        updateSize(isFirst: true)
        setPrivateModes(true)
        // ncurses only asks the terminal for its keys here. It would read them too, but takes what it does not know apart.
        keypad(screen, true)
        let listed = ListedKeys.table { nc_capability($0).map { String(cString: $0) } }
        input = TerminalInput(listed: listed) { [weak self] event in self?.receive(event) }
        // Who draws nothing else may draw sixels: it is asked what it is, and answers when it likes, or never.
        if environment.hasPrivateModes, !capabilities.drawsPictures { TerminalOutput.write("\u{1b}[c") }
        if environment.answersForModes { TerminalOutput.write("\u{1b}[?\(Self.synchronizedOutput)$p") }
    }

    private func receive(_ event: TerminalEvent) {
        switch event {
        case .attributes(let numbers):
            capabilities.drawsSixels = numbers.contains(Self.sixelAttribute)
            capabilities.cellPixels = cellPixels
        case .mode(Self.synchronizedOutput, let isUnderstood): painter?.isSynchronized = isUnderstood
        default: break
        }
        deliver?(event)
    }

    private static let sixelAttribute = 4
    private static let synchronizedOutput = 2026

    private var cellPixels: Size? {
        var (width, height): (Int32, Int32) = (0, 0)
        guard terminal_guard_cell(STDOUT_FILENO, &width, &height) == 0, width > 0, height > 0 else { return nil }
        return Size(width: Int(width), height: Int(height))
    }

    /// Paints what has changed.
    public func draw(_ frame: Frame) {
        terminal_guard_thread()
        painter?.paint(frame)
    }

    /// Has the next frame painted whole, pictures too.
    public func forget() {
        guard let painter else { return }
        // What has spoilt the screen may have left its colours behind; ncurses' own are reset after every frame.
        if let reset = nc_capability("sgr0") {
            TerminalOutput.write(TerminalOutput.withoutPadding(String(cString: reset)))
        }
        setPrivateModes(true)
        painter.forget()
    }

    /// Gives the screen back, stops, and takes the screen again.
    public func suspend() {
        guard painter != nil, !isStopping else { return }
        isStopping = true
        leave()
        terminal_guard_stop()
        enter()
        isStopping = false
        deliver?(.resumed)
    }

    /// Rings the bell.
    public func ring() {
        guard painter != nil else { return }
        beep()
    }

    /// Puts text into the clipboard by OSC 52.
    public func copy(_ text: String) {
        guard painter != nil, environment.hasPrivateModes else { return }
        TerminalOutput.write(TerminalOutput.clipboard(text))
    }

    /// Asks the terminal to show a notification.
    public func notify(_ form: TerminalNotification, title: String, text: String) {
        guard painter != nil, environment.hasPrivateModes else { return }
        TerminalOutput.write(form.sequence(title: title, text: text))
    }

    /// Gives the screen back as it was.
    public func end() {
        guard painter != nil else { return }
        input = nil
        deliver = nil
        leave()
        painter = nil
        signals = nil
        terminal_guard_disarm()
    }

    // MARK: Signals

    private func take(_ signal: Int32) {
        switch signal {
        case SIGWINCH:
            if updateSize() { deliver?(.resized(size)) }
        case SIGTSTP:
            suspend()
        case SIGCONT:
            // After a stop that could not be caught, the shell has changed the terminal's modes.
            guard !isStopping, painter != nil, terminal_guard_is_foreground(STDOUT_FILENO) != 0 else { return }
            leave()
            enter()
            deliver?(.resumed)
        default:
            if let termination = TerminationSignal(rawValue: signal) { deliver?(.signal(termination)) }
        }
    }

    /// Takes over the window's size; whether it has changed.
    @discardableResult
    private func updateSize(isFirst: Bool = false) -> Bool {
        var columns: Int32 = 0
        var rows: Int32 = 0
        guard terminal_guard_size(STDOUT_FILENO, &columns, &rows) == 0, columns > 0, rows > 0 else { return false }
        let new = Size(width: Int(columns), height: Int(rows))
        guard new != size || isFirst else { return false }
        size = new
        resize_term(rows, columns)
        painter?.forget()
        return true
    }

    // MARK: The screen

    private func leave() {
        painter?.leave()
        setPrivateModes(false)
        // Shows the cursor too; the next frame hides it again after taking the alternate screen.
        endwin()
    }

    private func enter() {
        reset_prog_mode()
        // Leaves ncurses' state of having ended: the next frame takes the alternate screen again.
        painter?.forget()
        updateSize()
        setPrivateModes(true)
    }

    private func setPrivateModes(_ isOn: Bool) {
        guard environment.hasPrivateModes else { return }
        let letter = isOn ? "h" : "l"
        var bytes = "\u{1b}[?2004\(letter)"
        // Mode 8 is off while the program puts text in order: terminals that know directions then leave it as it comes.
        if options.conventions.ordersText { bytes += "\u{1b}[8\(isOn ? "l" : "h")" }
        if options.usesMouse { bytes += "\u{1b}[?1002\(letter)\u{1b}[?1006\(letter)" }
        TerminalOutput.write(bytes)
    }

    /// Arms the guard against crashes: before ncurses changes the terminal's modes.
    private func arm() throws {
        var restore = ""
        if environment.hasPrivateModes {
            if options.conventions.ordersText { restore += "\u{1b}[8h" }
            restore += "\u{1b}[?2026l\u{1b}[?2004l\u{1b}[?1002l\u{1b}[?1006l"
        }
        for name in ["sgr0", "op", "cnorm", "rmkx", "rmcup"] {
            restore += nc_capability(name).map { TerminalOutput.withoutPadding(String(cString: $0)) } ?? ""
        }
        let bytes = Array(restore.utf8.map(CChar.init(bitPattern:)))
        let code = terminal_guard_arm(STDOUT_FILENO, bytes, bytes.count, options.crashRecord)
        guard code == 0 else { throw TerminalError.system(call: "arming the crash guard", code: code) }
    }

    private func requireCapableTerminal() throws {
        var status: Int32 = 0
        guard !environment.term.isEmpty, setupterm(nil, STDOUT_FILENO, &status) == OK else {
            throw TerminalError.unknownTerminal(environment.term)
        }
        guard nc_capability("cup") != nil, nc_capability("clear") != nil else {
            throw TerminalError.notCapable(environment.term)
        }
    }

    /// Starts ncurses with the terminal's description extended, for as long as `body` runs: children must not see it.
    private func withTruecolorDescription(_ body: () throws -> Void) rethrows {
        guard options.depth ?? .truecolor == .truecolor,
            let description = environment.truecolorDescription(isChosen: options.depth == .truecolor)
        else { return try body() }
        let former = getenv("TERMINFO").map { String(cString: $0) }
        setenv("TERMINFO", description, 1)
        defer {
            if let former {
                setenv("TERMINFO", former, 1)
            } else {
                unsetenv("TERMINFO")
            }
        }
        try body()
    }

    private func startColors() -> ColorDepth {
        let known = environment.depth(colors: has_colors() ? Int(tigetnum("colors")) : 0)
        let depth = min(known, options.depth ?? known)
        if depth != .none {
            start_color()
            use_default_colors()
        }
        return depth
    }

    /// Takes the user's locale for characters, or UTF-8 where none was chosen or the chosen one, of UTF-8, is not installed;
    /// whether it is UTF-8.
    private func chooseLocale() -> Bool {
        let isInstalled = setlocale(LC_CTYPE, "") != nil
        if environment.hasNoLocale || !isInstalled && environment.namesUTF8 { setlocale(LC_CTYPE, "C.UTF-8") }
        return nl_langinfo(Int32(CODESET)).map { String(cString: $0) == "UTF-8" } ?? false
    }
}
