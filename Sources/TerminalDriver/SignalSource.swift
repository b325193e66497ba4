import CTerminalGuard
import Dispatch
import LibC

/// Delivers the signals of the process on the main actor: the handlers write into a pipe that is read there.
final class SignalSource {
    private let source: any DispatchSourceRead
    private let reading: Int32
    private let deliver: (Int32) -> Void

    init(_ deliver: @escaping (Int32) -> Void) throws {
        var reading: Int32 = -1
        var writing: Int32 = -1
        let failure = terminal_guard_pipe(&reading, &writing)
        guard failure == 0 else { throw TerminalError.system(call: "pipe", code: failure) }
        let refusal = terminal_guard_catch_signals(writing)
        guard refusal == 0 else {
            close(reading)
            close(writing)
            throw TerminalError.system(call: "sigaction", code: refusal)
        }
        self.reading = reading
        self.deliver = deliver
        source = DispatchSource.makeReadSource(fileDescriptor: reading, queue: .main)
        source.setCancelHandler {
            close(reading)
            close(writing)
        }
        source.setEventHandler { [weak self] in MainActor.assumeIsolated { self?.drain() } }
        source.resume()
    }

    isolated deinit {
        terminal_guard_release_signals()
        source.cancel()
    }

    private func drain() {
        terminal_guard_thread()
        var bytes = [UInt8](repeating: 0, count: 64)
        while true {
            let count = read(reading, &bytes, bytes.count)
            guard count > 0 else { return }
            // Repeated signals, such as several resizes, are delivered once.
            var seen: Set<UInt8> = []
            for byte in bytes[..<count] where seen.insert(byte).inserted { deliver(Int32(byte)) }
        }
    }
}
