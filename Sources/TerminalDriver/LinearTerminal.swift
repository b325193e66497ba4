import CTerminalGuard
import LibC
import TerminalKit

/// The terminal of the process as a stream of lines, for screen readers, Braille displays and terminals that cannot
/// move their cursor. Keys are read one by one; written text stays, and the alternate screen is not used. Its size is the
/// maximum length of lines, and the height of a page.
public final class LinearTerminal: ProcessTerminal, Terminal {
    /// ASCII only, because screen readers read symbols by their long names.
    public let capabilities = TerminalCapabilities(depth: .none, isUnicode: false)

    private let crashRecord: Int32
    /// The terminal's modes before the start, restored at the end.
    private var modes = termios()

    /// Creates the terminal; ``start(delivering:)`` takes effect on it.
    ///
    /// - Parameter crashRecord: A file descriptor, open for writing, that receives a few lines if the process
    ///   crashes, or -1 for none.
    public init(environment: [String: String], crashRecord: Int32) {
        self.crashRecord = crashRecord
        super.init(environment: environment)
    }

    /// Starts reading keys.
    public func start(delivering deliver: @escaping @MainActor (TerminalEvent) -> Void) throws {
        try requireTerminal()
        guard tcgetattr(STDIN_FILENO, &modes) == 0 else { throw TerminalError.system(call: "tcgetattr", code: errno) }
        let code = terminal_guard_arm(STDOUT_FILENO, "", 0, crashRecord)
        guard code == 0 else { throw TerminalError.system(call: "arming the crash guard", code: code) }
        signals = try SignalSource { [weak self] signal in self?.handle(signal) }
        self.deliver = deliver
        enter()
        input = TerminalInput { [weak self] event in self?.deliver?(event) }
    }

    /// Draws nothing.
    public func draw(_ frame: Frame) {}

    /// Does nothing: written text stays.
    public func invalidate() {}

    /// Writes text, which may end in the middle of a line.
    public func write(_ text: String) { if hasTerminal { TerminalOutput.write(text) } }

    public func ring() { write("\u{7}") }

    // MARK: Modes

    override func enter() {
        updateSize()
        setKeyMode(true)
    }

    override func leave() { setKeyMode(false) }

    /// Sets the modes again. What is written stays as it is.
    override func reenter() { setKeyMode(true) }

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
}
