import CNcurses
import CTerminalGuard
import Dispatch

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Reads keys when there are any to read, and never otherwise.
final class NcursesInput {
    private let window: UnsafeMutablePointer<WINDOW>?
    private let source: any DispatchSourceRead
    private let deliver: (TerminalEvent) -> Void
    private var decoder = InputDecoder()
    private var emptyReads = 0

    init(_ deliver: @escaping (TerminalEvent) -> Void) {
        self.deliver = deliver
        // Reading from a window may paint it; a pad is never painted.
        window = newpad(1, 1)
        keypad(window, true)
        nodelay(window, true)
        for announced in InputDecoder.Announced.allCases {
            define_key(announced.sequence, announced.rawValue)
        }
        source = DispatchSource.makeReadSource(fileDescriptor: STDIN_FILENO, queue: .main)
        source.setEventHandler { [weak self] in
            MainActor.assumeIsolated { self?.drain() }
        }
        source.resume()
    }

    isolated deinit {
        source.cancel()
        delwin(window)
    }

    private func drain() {
        terminal_guard_thread()
        var isEmpty = true
        while let unit = read() {
            isEmpty = false
            if let event = decoder.take(unit) { deliver(event) }
        }
        if let event = decoder.endOfRead() { deliver(event) }
        watchForEnd(isEmpty)
    }

    private func read() -> InputDecoder.Unit? {
        while true {
            var value: wint_t = 0
            let kind = wget_wch(window, &value)
            switch kind {
            case ERR: return nil
            case KEY_CODE_YES:
                if let announced = InputDecoder.Announced(rawValue: Int32(value)) { return .announced(announced) }
                if let name = keyname(Int32(value)) { return .key(String(cString: name)) }
            default: return .character(UInt32(value))
            }
        }
    }

    /// A terminal that is gone is always readable and never has anything.
    private func watchForEnd(_ isEmpty: Bool) {
        emptyReads = isEmpty ? emptyReads + 1 : 0
        guard isEmpty else { return }
        var descriptor = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
        guard poll(&descriptor, 1, 0) > 0 else { return }
        let isGone = descriptor.revents & Int16(POLLHUP | POLLERR | POLLNVAL) != 0
        if isGone || emptyReads > 8 {
            source.cancel()
            deliver(.closed)
        }
    }
}
