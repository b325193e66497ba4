import CTerminalGuard
import LibC
public import TerminalKit

/// The terminal of the process as a stream of lines, for screen readers, Braille displays and terminals that cannot
/// move their cursor. Keys are read one by one; written text stays, and the alternate screen is not used.
public final class LinearTerminal: Terminal {
    /// The current size: the maximum length of lines, and the height of a page.
    public private(set) var size = Size(width: 80, height: 24)
    /// ASCII only, because screen readers read symbols by their long names.
    public let capabilities = TerminalCapabilities(depth: .none, isUnicode: false)

    private let environment: TerminalEnvironment
    private let crashRecord: Int32
    private var deliver: (@MainActor (TerminalEvent) -> Void)?
    private var input: TerminalInput?
    private var signals: SignalSource?
    /// True while another program has the terminal.
    private var isAway = false
    /// The terminal's modes before the start, restored at the end.
    private var modes = termios()

    /// Creates the terminal; ``start(delivering:)`` takes effect on it.
    ///
    /// - Parameter crashRecord: A file descriptor, open for writing, that receives a few lines if the process
    ///   crashes, or -1 for none.
    public init(environment: [String: String], crashRecord: Int32) {
        self.environment = TerminalEnvironment(environment)
        self.crashRecord = crashRecord
    }

    /// Starts reading keys.
    public func start(delivering deliver: @escaping @MainActor (TerminalEvent) -> Void) throws {
        guard isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1 else { throw TerminalError.notATerminal }
        guard tcgetattr(STDIN_FILENO, &modes) == 0 else { throw TerminalError.system(call: "tcgetattr", code: errno) }
        let code = terminal_guard_arm(STDOUT_FILENO, "", 0, crashRecord)
        guard code == 0 else { throw TerminalError.system(call: "arming the crash guard", code: code) }
        signals = try SignalSource { [weak self] signal in self?.handle(signal) }
        self.deliver = deliver
        updateSize()
        setKeyMode(true)
        input = TerminalInput { [weak self] event in self?.deliver?(event) }
    }

    /// Draws nothing.
    public func draw(_ frame: Frame) {}

    /// Does nothing: written text stays.
    public func invalidate() {}

    /// Writes text, which may end in the middle of a line.
    public func write(_ text: String) {
        guard deliver != nil, !isAway else { return }
        TerminalOutput.write(text)
    }

    /// Restores the terminal, stops the process, and starts reading keys again when it is continued.
    public func suspend() {
        guard deliver != nil, !isAway else { return }
        setKeyMode(false)
        terminal_guard_stop()
        setKeyMode(true)
        deliver?(.resumed)
    }

    /// Restores the terminal for another program.
    public func lend() {
        guard deliver != nil, !isAway else { return }
        isAway = true
        input?.isPaused = true
        setKeyMode(false)
    }

    /// Starts reading keys again.
    public func takeBack() {
        guard deliver != nil, isAway else { return }
        isAway = false
        updateSize()
        setKeyMode(true)
        input?.isPaused = false
        deliver?(.resumed)
    }

    public func ring() {
        write("\u{7}")
    }

    /// Copies text to the clipboard by OSC 52 if the terminal is likely to support it.
    public func copy(_ text: String) {
        guard environment.hasPrivateModes else { return }
        write(TerminalOutput.clipboard(text))
    }

    /// Sends a terminal notification if the terminal is likely to support it.
    public func notify(_ form: TerminalNotification, title: String, text: String) {
        guard environment.hasPrivateModes else { return }
        write(form.sequence(title: title, text: text))
    }

    /// Restores the terminal.
    public func end() {
        guard deliver != nil else { return }
        input = nil
        setKeyMode(false)
        deliver = nil
        signals = nil
        terminal_guard_disarm()
    }

    // MARK: Keys

    private func setKeyMode(_ isOn: Bool) {
        var rawModes = modes
        if isOn {
            cfmakeraw(&rawModes)
            // Line feeds still end lines.
            rawModes.c_oflag = modes.c_oflag
        }
        // Fails if the terminal is gone, which the reader reports.
        _ = tcsetattr(STDIN_FILENO, TCSANOW, &rawModes)
        if environment.hasPrivateModes { TerminalOutput.write("\u{1b}[?2004\(isOn ? "h" : "l")") }
    }

    // MARK: Signals

    private func handle(_ signal: Int32) {
        switch SignalResponse(to: signal, isAway: isAway) {
        case .ignore: break
        case .readSize: if updateSize() { deliver?(.resized(size)) }
        case .suspend: suspend()
        case .stop: terminal_guard_stop()
        case .resume:
            guard deliver != nil, TerminalOutput.isForeground else { return }
            setKeyMode(true)
        case .end(let signal): deliver?(.signal(signal))
        }
    }

    /// Updates the window's size. Returns true if it has changed.
    @discardableResult
    private func updateSize() -> Bool {
        guard let new = TerminalOutput.windowSize else { return false }
        defer { size = new }
        return new != size
    }
}
