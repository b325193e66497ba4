import CTerminalGuard
import LibC
public import TerminalKit

/// The terminal of the process, however it shows content: its signals, its loan to other programs, and its end. Subclasses
/// start it, and set and restore its modes.
public class ProcessTerminal {
    /// The current size in columns and rows.
    public private(set) var size = Size(width: 80, height: 24)

    let environment: TerminalEnvironment
    /// The receiver of events, or `nil` before the start and after the end.
    var deliver: (@MainActor (TerminalEvent) -> Void)?
    var input: TerminalInput?
    var signals: SignalSource?
    /// True while the process is stopped or another program has the terminal.
    private var isAway = false
    /// True while this program has the terminal.
    var hasTerminal: Bool { deliver != nil && !isAway }

    init(environment: [String: String]) { self.environment = TerminalEnvironment(environment) }

    /// Sets the terminal's modes, and updates the size.
    func enter() {}

    /// Restores the terminal's modes.
    func leave() {}

    /// Takes the terminal again after SIGSTOP, during which others may have changed its modes.
    func reenter() {
        leave()
        enter()
        deliver?(.resumed)
    }

    /// Reacts to the first size of the window and to others.
    func sizeChanged() {}

    /// Updates the window's size. Returns true if it has changed.
    @discardableResult
    func updateSize(isFirst: Bool = false) -> Bool {
        guard let new = TerminalOutput.windowSize, new != size || isFirst else { return false }
        size = new
        sizeChanged()
        return true
    }

    /// Throws an error if standard input or output is not a terminal.
    func requireTerminal() throws {
        guard isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1 else { throw TerminalError.notATerminal }
    }

    func handle(_ signal: Int32) {
        switch SignalResponse(to: signal, isAway: isAway) {
        case .ignore: break
        case .readSize: if updateSize() { deliver?(.resized(size)) }
        case .suspend: suspend()
        case .stop: terminal_guard_stop()
        case .resume: if hasTerminal, TerminalOutput.isForeground { reenter() }
        case .end(let signal): deliver?(.signal(signal))
        }
    }

    /// Restores the terminal, stops the process, and takes the terminal again when it is continued.
    public func suspend() {
        guard hasTerminal else { return }
        isAway = true
        leave()
        terminal_guard_stop()
        enter()
        isAway = false
        deliver?(.resumed)
    }

    /// Restores the terminal for another program, which shares the process group and so its signals.
    public func lend() {
        guard hasTerminal else { return }
        isAway = true
        input?.isPaused = true
        leave()
    }

    /// Takes the terminal again.
    public func takeBack() {
        guard deliver != nil, isAway else { return }
        // The program may have changed the modes, and what it drew may still be on the main screen.
        TerminalOutput.makeBlocking()
        enter()
        isAway = false
        input?.isPaused = false
        deliver?(.resumed)
    }

    /// Copies text to the clipboard by OSC 52 if the terminal is likely to support it.
    public func copy(_ text: String) {
        if hasTerminal, environment.hasPrivateModes { TerminalOutput.write(TerminalOutput.clipboard(text)) }
    }

    /// Sends a terminal notification if the terminal is likely to support it.
    public func notify(_ form: TerminalNotification, title: String, text: String) {
        if hasTerminal, environment.hasPrivateModes { TerminalOutput.write(form.sequence(title: title, text: text)) }
    }

    /// Restores the terminal.
    public func end() {
        guard deliver != nil else { return }
        input = nil
        deliver = nil
        if !isAway { leave() }
        signals = nil
        terminal_guard_disarm()
    }
}
