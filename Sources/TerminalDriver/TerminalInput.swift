import CTerminalGuard
import Dispatch
import LibC
import TerminalKit

/// Reads the terminal's input when there is any. It never polls.
final class TerminalInput {
    private let descriptor: CInt
    private let source: any DispatchSourceRead
    private let deliver: (TerminalEvent) -> Void
    private var reader: KeyReader
    private var decoder = InputDecoder()
    private var buffer = [UInt8](repeating: 0, count: 4096)
    /// True while another program reads the terminal.
    var isPaused = false {
        didSet {
            guard isPaused != oldValue else { return }
            guard !isPaused else { return source.suspend() }
            source.resume()
            // The timeout may have passed during the pause.
            setTimer()
        }
    }
    /// The timeout of an unfinished sequence, or `nil` if nothing is pending.
    private var timer: DispatchWorkItem?
    /// True after the end of the input, which is delivered once.
    private var hasEnded = false

    /// Starts reading. `listed` are the sequences of keys in the terminal's terminfo entry.
    init(
        _ descriptor: CInt = STDIN_FILENO, listed: [[UInt8]: Key] = [:], _ deliver: @escaping (TerminalEvent) -> Void
    ) {
        self.descriptor = descriptor
        self.deliver = deliver
        reader = KeyReader(listedSequences: listed)
        source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: .main)
        source.setEventHandler { [weak self] in MainActor.assumeIsolated { self?.drain() } }
        source.resume()
    }

    isolated deinit {
        timer?.cancel()
        source.cancel()
        // A suspended source must not be released.
        if isPaused { source.resume() }
    }

    private func drain() {
        terminal_guard_thread()
        while !isPaused, isReadable {
            let count = read(descriptor, &buffer, buffer.count)
            if count < 0, errno == EINTR || errno == EAGAIN { break }
            guard count > 0 else {
                hasEnded = true
                setTimer()
                source.cancel()
                deliver(.closed)
                return
            }
            for unit in reader.read(buffer[..<count]) { handle(unit) }
        }
        setTimer()
    }

    private func handle(_ unit: InputDecoder.Unit) { for event in decoder.decode(unit) { deliver(event) } }

    /// True if a read would not block, which is also the case if the terminal is gone.
    private var isReadable: Bool {
        var watched = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&watched, 1, 0) > 0
    }

    private func setTimer() {
        timer?.cancel()
        timer = nil
        guard !hasEnded else { return }
        let delay: DispatchTimeInterval
        switch reader.timeout {
        case .brief: delay = .milliseconds(25)
        case .long: delay = .seconds(1)
        case nil: return
        }
        let timer = DispatchWorkItem { [weak self] in MainActor.assumeIsolated { self?.expire() } }
        self.timer = timer
        DispatchQueue.main.asyncAfter(deadline: .now() + delay, execute: timer)
    }

    private func expire() {
        guard !isPaused else { return }
        // The program may have been busy for longer than the timeout: bytes that arrived meanwhile come first.
        if isReadable { return drain() }
        timer = nil
        for unit in reader.expire() { handle(unit) }
        if let event = decoder.endOfRead() { deliver(event) }
    }
}
