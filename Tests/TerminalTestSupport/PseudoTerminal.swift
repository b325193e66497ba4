import CPseudoTerminal
import LibC

/// The longest wait for a condition: 900 seconds, enough for a busy machine and half of what a run of all tests may take, or
/// the seconds of `FIBER_WAIT`. Waiting holds the thread, so tests with a terminal need threads of their own.
public let maximumWait: Duration =
    getenv("FIBER_WAIT").flatMap { Int(String(cString: $0)) }.map { .seconds($0) } ?? .seconds(900)

/// A program on a pseudo-terminal with a terminal emulator: types keys, reads the screen, counts bytes.
///
/// Waiting is exact: every waiting call reads the program's output until its condition holds, and throws with the
/// screen if it does not by the deadline.
public final class PseudoTerminal {
    /// How a program ended.
    public enum Ending: Hashable, Sendable {
        /// It exited with this status.
        case exited(Int32)
        /// It was killed by this signal.
        case killed(Int32)
    }

    private var terminal = pseudo_terminal()
    private let emulator: TerminalEmulator
    private var ending: Ending?

    /// All bytes that the program has written to the terminal.
    public private(set) var output: [UInt8] = []
    /// The time at which the last output was read.
    private var lastOutput = ContinuousClock.now
    /// The terminal's modes before the program started.
    public let modesBefore: TerminalModes

    /// Starts `executable` with exactly this environment.
    public init(
        _ executable: String, _ arguments: [String] = [], environment: [String: String] = [:],
        directory: String? = nil, width: Int = 80, height: Int = 24
    ) throws {
        emulator = try TerminalEmulator(width: width, height: height)
        var terminal = pseudo_terminal()
        let code = CStrings([executable] + arguments)
            .with { arguments in
                CStrings(environment.map { "\($0.key)=\($0.value)" })
                    .with { environment in
                        pseudo_terminal_spawn(
                            &terminal, executable, arguments, environment, directory, Int32(width), Int32(height))
                    }
            }
        guard code == 0 else { throw TerminalTestFailure("\(executable) was not started: error \(code).") }
        self.terminal = terminal
        modesBefore = TerminalModes(terminal.modes_before)
    }

    deinit {
        if ending == nil {
            kill(terminal.process, SIGKILL)
            var status: Int32 = 0
            while pseudo_terminal_state(terminal.process, 1, &status) > 0 {}
        }
        pseudo_terminal_close(&terminal)
    }

    /// The process id of the program.
    public var process: Int32 { terminal.process }

    /// The foreground process group, which the suspend key stops.
    public var foregroundGroup: Int32 { tcgetpgrp(terminal.controller) }

    /// The current screen.
    public var screen: TerminalScreen { emulator.snapshot }

    /// The current modes of the terminal.
    public var modes: TerminalModes { TerminalModes(terminal.replica) }

    // MARK: User input

    /// Types text as the keyboard sends it: Enter is a carriage return, Escape `\u{1b}`.
    public func type(_ text: String) throws { try send(Array(text.utf8)) }

    /// Presses keys without a character.
    public func press(_ keys: TerminalKey...) throws {
        for key in keys { try type(key.rawValue) }
    }

    /// Pastes text as a bracketed paste.
    public func paste(_ text: String) throws { try type("\u{1b}[200~\(text)\u{1b}[201~") }

    /// Resizes the window.
    public func resize(width: Int, height: Int) throws {
        emulator.resize(width: width, height: height)
        let code = pseudo_terminal_resize(terminal.controller, Int32(width), Int32(height))
        guard code == 0 else { throw TerminalTestFailure("The terminal was not resized: error \(code).") }
    }

    /// Writes to the terminal like another program, unknown to this one.
    public func spoil(_ text: String) { _ = emulator.feed(Array(text.utf8)) }

    /// Sends a signal to the program.
    public func signal(_ number: Int32) { kill(terminal.process, number) }

    /// Closes the window: the program loses its terminal.
    public func hangUp() {
        kill(terminal.process, SIGHUP)
        kill(terminal.process, SIGCONT)
    }

    // MARK: Waiting

    /// Waits until the screen satisfies `condition` and returns the screen.
    @discardableResult
    public func wait(
        until what: String, within deadline: Duration = maximumWait, _ condition: (TerminalScreen) -> Bool
    ) throws -> TerminalScreen {
        let end = ContinuousClock.now + deadline
        while true {
            let screen = emulator.snapshot
            if condition(screen) { return screen }
            switch try read(until: end) {
            case .data: continue
            case .ended: throw failure("The program ended (\(reap())) before \(what).")
            case .deadline: throw failure("Not within \(deadline): \(what).")
            }
        }
    }

    /// Waits until `text` is on the screen.
    @discardableResult
    public func wait(for text: String) throws -> TerminalScreen {
        try wait(until: "the screen shows “\(text)”") { $0.contains(text) }
    }

    /// Waits until the program has written `bytes`, counted from `start`.
    public func wait(forBytes bytes: [UInt8], after start: Int = 0) throws {
        let end = ContinuousClock.now + maximumWait
        while output[min(start, output.count)...].firstRange(of: bytes) == nil {
            guard try read(until: end) == .data else { throw failure("The program did not write \(bytes).") }
        }
    }

    /// Waits until the program ends and returns how.
    public func waitForExit() throws -> Ending {
        let end = ContinuousClock.now + maximumWait
        while true {
            switch try read(until: end) {
            case .data: continue
            case .ended: return reap()
            case .deadline: throw failure("The program has not ended within \(maximumWait).")
            }
        }
    }

    /// Waits until the program is stopped, as by Ctrl-Z.
    public func waitForStop() throws {
        let end = ContinuousClock.now + maximumWait
        while !isStopped() {
            // Stopping writes nothing and closes nothing, so this has to poll.
            guard ContinuousClock.now < end else { throw failure("The program has not stopped within \(maximumWait).") }
            _ = try read(until: min(end, ContinuousClock.now + .milliseconds(20)))
        }
        while try read(until: ContinuousClock.now) == .data {}
    }

    /// The bytes that the program writes while `body` runs and until `condition` holds.
    public func bytes(
        until what: String, after body: () throws -> Void, _ condition: (TerminalScreen) -> Bool
    ) throws -> [UInt8] {
        let start = output.count
        try body()
        try wait(until: what, condition)
        return Array(output[start...])
    }

    /// The bytes that the program writes during `duration` without input, to show that it writes none.
    public func bytes(during duration: Duration) throws -> [UInt8] {
        let start = output.count
        let end = ContinuousClock.now + duration
        while try read(until: end) == .data {}
        return Array(output[start...])
    }

    /// The time from typing `keys` to the last byte of the output that makes `condition` hold. The time of the
    /// emulator and of the condition is not included: they run when no more output has arrived for two milliseconds.
    public func time(
        of keys: String, until what: String, _ condition: (TerminalScreen) -> Bool
    ) throws -> Duration {
        let start = ContinuousClock.now
        try type(keys)
        while true {
            guard try read(until: start + maximumWait) == .data else {
                throw failure("Not within \(maximumWait): \(what).")
            }
            while try read(until: lastOutput + .milliseconds(2)) == .data {}
            if condition(emulator.snapshot) { return lastOutput - start }
        }
    }

    // MARK: Reading

    private enum Reading {
        case data
        case ended
        case deadline
    }

    private func read(until end: ContinuousClock.Instant) throws -> Reading {
        while true {
            var descriptors = [
                pollfd(fd: terminal.controller, events: Int16(POLLIN), revents: 0),
                pollfd(fd: terminal.exit_pipe, events: Int16(POLLIN), revents: 0),
            ]
            let left = max(.zero, end - ContinuousClock.now)
            let milliseconds = left.components.seconds * 1000 + left.components.attoseconds / 1_000_000_000_000_000
            let count = poll(&descriptors, 2, Int32(clamping: milliseconds + (left > .zero ? 1 : 0)))
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw TerminalTestFailure("poll failed: error \(errno).") }
            if descriptors[0].revents & Int16(POLLIN) != 0, try readOnce() { return .data }
            if descriptors[1].revents != 0 { return try readRest() ? .data : .ended }
            if count == 0, left == .zero { return .deadline }
        }
    }

    /// Reads what the program wrote before it ended: both can have happened between the two checks of one `poll`.
    private func readRest() throws -> Bool {
        var descriptor = pollfd(fd: terminal.controller, events: Int16(POLLIN), revents: 0)
        return poll(&descriptor, 1, 0) > 0 && descriptor.revents & Int16(POLLIN) != 0 ? try readOnce() : false
    }

    private func readOnce() throws -> Bool {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        let count = systemRead(terminal.controller, &buffer, buffer.count)
        guard count > 0 else { return false }
        lastOutput = .now
        output += buffer[..<count]
        let answer = emulator.feed(Array(buffer[..<count]))
        if !answer.isEmpty { try send(answer) }
        return true
    }

    private func send(_ bytes: [UInt8]) throws {
        var sent = 0
        while sent < bytes.count {
            let count = bytes[sent...].withUnsafeBytes { systemWrite(terminal.controller, $0.baseAddress, $0.count) }
            guard count > 0 || errno == EINTR else { throw failure("Nothing can be typed: error \(errno).") }
            sent += max(0, count)
        }
    }

    private func isStopped() -> Bool {
        var status: Int32 = 0
        return pseudo_terminal_state(terminal.process, 0, &status) == 1
    }

    private func reap() -> Ending {
        if let ending { return ending }
        var status: Int32 = 0
        while pseudo_terminal_state(terminal.process, 1, &status) > 0 {}
        let ending: Ending = status < 0 ? .killed(-status) : .exited(status)
        self.ending = ending
        return ending
    }

    private func failure(_ text: String) -> TerminalTestFailure {
        let frame = String(repeating: "─", count: emulator.width)
        return TerminalTestFailure(
            "\(text)\n┌\(frame)\n│\(emulator.snapshot.lines.joined(separator: "\n│"))\n└\(frame)")
    }
}

/// Strings for C: an array of pointers that ends with NULL.
private struct CStrings {
    private let strings: [String]

    init(_ strings: [String]) { self.strings = strings }

    func with<Result>(_ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Result) -> Result {
        let copies = strings.map { strdup($0) } + [nil]
        defer { copies.forEach { free($0) } }
        return copies.withUnsafeBufferPointer { buffer in
            guard let base = buffer.baseAddress else { preconditionFailure("There is always the closing NULL.") }
            return body(base)
        }
    }
}

private func systemRead(_ descriptor: Int32, _ buffer: UnsafeMutableRawPointer, _ count: Int) -> Int {
    read(descriptor, buffer, count)
}

private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
    write(descriptor, bytes, count)
}
