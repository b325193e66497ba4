import CTerminalGuard
public import TerminalKit

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// The terminal that the program was started in, as a stream of lines: for screen readers, Braille displays and terminals
/// that cannot place their cursor. Keys come in one by one; what is written stays as it is, and the screen is not taken.
public final class LinearTerminal: Terminal {
    /// Columns and rows of the moment: how long lines may be, and how far a page goes.
    public private(set) var size = Size(width: 80, height: 24)
    /// Signs are left to ASCII, since they are read out by their long names.
    public let capabilities = TerminalCapabilities(depth: .none, isUnicode: false)

    private let environment: TerminalEnvironment
    private let crashRecord: Int32
    private var deliver: (@MainActor (TerminalEvent) -> Void)?
    private var input: TerminalInput?
    private var signals: SignalSource?
    /// The modes that the terminal had, to be given back.
    private var modes = termios()

    /// Makes the terminal; nothing happens to it before ``start(delivering:)``.
    ///
    /// - Parameter crashRecord: A descriptor, open for writing, that gets a few lines should the process crash; -1 for none.
    public init(environment: [String: String], crashRecord: Int32 = -1) {
        self.environment = TerminalEnvironment(environment)
        self.crashRecord = crashRecord
    }

    /// Begins to read keys.
    public func start(delivering deliver: @escaping @MainActor (TerminalEvent) -> Void) throws {
        guard isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1 else { throw TerminalError.notATerminal }
        guard tcgetattr(STDIN_FILENO, &modes) == 0 else { throw TerminalError.system(call: "tcgetattr", code: errno) }
        let code = terminal_guard_arm(STDOUT_FILENO, "", 0, crashRecord)
        guard code == 0 else { throw TerminalError.system(call: "arming the crash guard", code: code) }
        signals = try SignalSource { [weak self] signal in self?.take(signal) }
        self.deliver = deliver
        updateSize()
        takeKeys(true)
        input = TerminalInput { [weak self] event in self?.deliver?(event) }
    }

    /// Draws nothing.
    public func draw(_ frame: Frame) {}

    /// Forgets nothing: what was written is the reader's.
    public func forget() {}

    /// Writes text, which may end in the middle of a line.
    public func write(_ text: String) {
        guard deliver != nil else { return }
        TerminalOutput.write(text)
    }

    /// Gives the keys back, stops, and goes on.
    public func suspend() {
        guard deliver != nil else { return }
        takeKeys(false)
        terminal_guard_stop()
        takeKeys(true)
        deliver?(.resumed)
    }

    /// Rings the bell.
    public func ring() {
        write("\u{7}")
    }

    /// Puts text into the clipboard by OSC 52, where the terminal may be expected to know that.
    public func copy(_ text: String) {
        guard environment.hasPrivateModes else { return }
        write(TerminalOutput.clipboard(text))
    }

    /// Asks the terminal to show a notification, where it may be expected to know how.
    public func notify(_ form: TerminalNotification, title: String, text: String) {
        guard environment.hasPrivateModes else { return }
        write(form.sequence(title: title, text: text))
    }

    /// Gives the keys back.
    public func end() {
        guard deliver != nil else { return }
        input = nil
        takeKeys(false)
        deliver = nil
        signals = nil
        terminal_guard_disarm()
    }

    // MARK: Keys

    private func takeKeys(_ isOn: Bool) {
        var wanted = modes
        if isOn {
            cfmakeraw(&wanted)
            // Line feeds still end lines.
            wanted.c_oflag = modes.c_oflag
        }
        // A terminal that is gone refuses; reading tells that.
        _ = tcsetattr(STDIN_FILENO, TCSANOW, &wanted)
        if environment.hasPrivateModes { TerminalOutput.write("\u{1b}[?2004\(isOn ? "h" : "l")") }
    }

    // MARK: Signals

    private func take(_ signal: Int32) {
        switch signal {
        case SIGWINCH:
            if updateSize() { deliver?(.resized(size)) }
        case SIGTSTP: suspend()
        case SIGCONT:
            guard deliver != nil, terminal_guard_is_foreground(STDOUT_FILENO) != 0 else { return }
            takeKeys(true)
        default:
            if let termination = TerminationSignal(rawValue: signal) { deliver?(.signal(termination)) }
        }
    }

    @discardableResult
    private func updateSize() -> Bool {
        var columns: Int32 = 0
        var rows: Int32 = 0
        guard terminal_guard_size(STDOUT_FILENO, &columns, &rows) == 0, columns > 0, rows > 0 else { return false }
        let new = Size(width: Int(columns), height: Int(rows))
        defer { size = new }
        return new != size
    }
}
