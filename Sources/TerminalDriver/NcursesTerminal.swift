import CNcurses
import CTerminalGuard
import LibC
public import TerminalKit

/// The terminal of the process, through ncurses. The only owner of ncurses' state, of which there is one per process;
/// everything runs on the main actor.
public final class NcursesTerminal: ProcessTerminal, Terminal {
    public struct Options {
        /// The number of colours, or `nil` to detect it.
        public var depth: ColorDepth?
        /// True to draw only ASCII characters.
        public var usesASCII = false
        /// True to draw links as the terminal's own (OSC 8), or `nil` to detect if it supports them.
        public var drawsHyperlinks: Bool?
        /// The widths and the direction in which the terminal displays text; applied to the whole process at the start.
        public var conventions = TextConventions()
        /// A file descriptor, open for writing, that receives a few lines if the process crashes, or -1 for none.
        public var crashRecord: Int32 = -1

        /// Creates options with the defaults.
        public init() {}
    }

    /// The terminal's capabilities; known after the start.
    public private(set) var capabilities = TerminalCapabilities(depth: .none, isUnicode: false)

    private let options: Options
    private var painter: NcursesPainter?

    /// Creates the terminal; ``start(delivering:)`` takes effect on it.
    public init(environment: [String: String], options: Options = Options()) {
        self.options = options
        super.init(environment: environment)
    }

    /// Switches to the alternate screen and starts delivering events.
    public func start(delivering deliver: @escaping @MainActor (TerminalEvent) -> Void) throws {
        try requireTerminal()
        let isUTF8 = chooseLocale()
        try withTruecolorDescription {
            try requireCapableTerminal()
            try arm()
            // Before ncurses: it keeps existing signal handlers, and would otherwise ignore SIGTSTP during every frame.
            let signals = try SignalSource { [weak self] signal in self?.handle(signal) }
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
        // Most symbols beside text are of ambiguous width. If those take two columns, ASCII replaces them.
        let usesSigns = !options.usesASCII && !options.conventions.widensAmbiguous
        capabilities = TerminalCapabilities(
            depth: depth, isUnicode: isUTF8 && environment.hasRichFont && usesSigns,
            drawsPictures: isUTF8 && environment.drawsPictures)
        TextConventions.current = options.conventions
        painter = NcursesPainter(
            depth: depth, isSynchronized: environment.hasSynchronizedOutput,
            drawsHyperlinks: options.drawsHyperlinks ?? environment.opensHyperlinks, pairLimit: Int(nc_color_pairs()))
        self.deliver = deliver
        updateSize(isFirst: true)
        setPrivateModes(true)
        // ncurses only enables the keypad here. Its own reader would split unknown sequences into keys.
        keypad(screen, true)
        let listed = TerminfoKeys.table { nc_capability($0).map { String(cString: $0) } }
        input = TerminalInput(listed: listed) { [weak self] event in self?.receive(event) }
        // A terminal without another protocol may support sixels. The answer to this query may come at any time, or never.
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

    /// Draws the changes.
    public func draw(_ frame: Frame) {
        terminal_guard_thread()
        guard hasTerminal else { return }
        painter?.paint(frame)
    }

    /// Redraws the next frame completely, with its pictures.
    public func invalidate() {
        guard let painter, hasTerminal else { return }
        // Other output may have left its colours behind; ncurses resets only its own.
        if let reset = capability("sgr0") { TerminalOutput.write(reset) }
        setPrivateModes(true)
        painter.invalidate()
    }

    public func ring() { if hasTerminal { beep() } }

    // MARK: The screen

    /// Returns the sequence of a capability without its padding, or `nil` if the terminal does not have it.
    private func capability(_ name: String) -> String? {
        nc_capability(name).map { TerminalOutput.withoutPadding(String(cString: $0)) }
    }

    override func sizeChanged() {
        resize_term(Int32(size.height), Int32(size.width))
        painter?.invalidate()
    }

    override func leave() {
        painter?.leave()
        setPrivateModes(false)
        // Shows the cursor too; the next frame hides it again after entering the alternate screen.
        endwin()
        // Some terminals, such as Neovim's, save the visibility with the cursor and restore both with the screen.
        if let visible = capability("cnorm") { TerminalOutput.write(visible) }
    }

    override func enter() {
        reset_prog_mode()
        // Ends ncurses' state after endwin(): the next frame enters the alternate screen again.
        painter?.invalidate()
        updateSize()
        setPrivateModes(true)
    }

    private func setPrivateModes(_ isOn: Bool) {
        if environment.hasPrivateModes { TerminalOutput.write(privateModes(isOn)) }
    }

    private func privateModes(_ isOn: Bool) -> String {
        let letter = isOn ? "h" : "l"
        var bytes = "\u{1b}[?2004\(letter)"
        // Mode 8 is off while the program orders bidirectional text, so that the terminal does not reorder it.
        if options.conventions.ordersText { bytes += "\u{1b}[8\(isOn ? "l" : "h")" }
        // Mouse events. The terminal's own text selection then needs Shift.
        return bytes + "\u{1b}[?1002\(letter)\u{1b}[?1006\(letter)"
    }

    /// Installs the crash handler, before ncurses changes the terminal's modes.
    private func arm() throws {
        var restore = ""
        if environment.hasPrivateModes { restore += "\u{1b}[?2026l" + privateModes(false) }
        for name in ["sgr0", "op", "rmkx", "rmcup", "cnorm"] { restore += capability(name) ?? "" }
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

    /// Starts ncurses with an extended terminfo entry. Only set while `body` runs, because child processes must not see it.
    private func withTruecolorDescription(_ body: () throws -> Void) rethrows {
        guard options.depth ?? .truecolor == .truecolor,
            let description = environment.truecolorDescription(isChosen: options.depth == .truecolor)
        else { return try body() }
        let former = getenv("TERMINFO").map { String(cString: $0) }
        setenv("TERMINFO", description, 1)
        defer { if let former { setenv("TERMINFO", former, 1) } else { unsetenv("TERMINFO") } }
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

    /// Sets the user's locale for characters, or a UTF-8 locale if none was chosen or the chosen UTF-8 locale is not
    /// installed. Returns true if it is UTF-8. In an ASCII locale the signs are ASCII, but the texts of items stay readable.
    private func chooseLocale() -> Bool {
        let isInstalled = setlocale(LC_CTYPE, "") != nil
        if environment.hasNoLocale || environment.namesASCII || !isInstalled && environment.namesUTF8 {
            setlocale(LC_CTYPE, "C.UTF-8")
        }
        guard !environment.namesASCII else { return false }
        return nl_langinfo(Int32(CODESET)).map { String(cString: $0) == "UTF-8" } ?? false
    }
}
